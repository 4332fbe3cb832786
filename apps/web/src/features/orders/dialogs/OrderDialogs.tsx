import { type Order, ordersApi } from '@dalyan/contracts/orders'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { ResourceDialogs } from '../../../shared/resource/ResourceDialogs.tsx'
import type { DialogProps, DialogsOf } from '../../../shared/resource/ResourcePage.tsx'
import { may, useUser } from '../../../shared/session/user.ts'
import { isBeforeShipping, nextStatus, orderKind } from '../order-kind.tsx'
import type { orderList } from '../order-list-search.ts'
import { useOrderForm } from './order-form.tsx'

/** The dialogs about an order, by their name in the address. */
export function OrderDialogs(props: DialogProps<DialogsOf<typeof orderList>>) {
  const { t } = useTranslation()
  const { onOpen, onClose } = props
  const isManager = may(useUser(), 'orders.manage')
  const mayChange = ({ status }: Order) => isManager && isBeforeShipping(status)
  return (
    <ResourceDialogs
      {...props}
      kind={orderKind}
      form={useOrderForm()}
      mayEdit={mayChange}
      fields={['status', 'firm', 'items', 'note', 'created_by', 'created_at', 'updated_at', 'origin', 'records']}
      viewActions={(order, edit) => {
        const next = isManager && nextStatus(order.status)
        return (
          <>
            {mayChange(order) && (
              <Button color="error" onClick={() => onOpen('cancel', order.id)}>
                {t('orders.step.cancelled')}
              </Button>
            )}
            {edit}
            {next && (
              <Button variant="contained" onClick={() => onOpen('step', order.id)}>
                {t(`orders.step.${next}`)}
              </Button>
            )}
          </>
        )
      }}
      others={{
        step: ({ record }, done) => {
          const next = isManager && nextStatus(record.status)
          return next && <StatusQuestion order={record} to={next} onDone={done} onClose={onClose} />
        },
        cancel: ({ record }, done) =>
          mayChange(record) && <StatusQuestion order={record} to="cancelled" onDone={done} onClose={onClose} />,
      }}
    />
  )
}

interface QuestionProps {
  order: Order
  to: 'confirmed' | 'shipped' | 'delivered' | 'cancelled'
  onDone: (message: string) => void
  onClose: () => void
}

function StatusQuestion({ order: { id, code, firm }, to, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation()
  const isCancelled = to === 'cancelled'
  return (
    <ConfirmDialog
      harmless={!isCancelled}
      title={t(`orders.question.${to}`, { code })}
      body={t(`orders.consequence.${to}`, { firm: firm.name })}
      confirm={t(`orders.step.${to}`)}
      failed={t('orders.messages.stepFailed')}
      onClose={onClose}
      onConfirm={async () => {
        // Refused with 409 `order_step` when its status changed meanwhile.
        await call(ordersApi.update, { params: { id }, body: { status: to } })
        onDone(t(isCancelled ? 'orders.messages.cancelled' : 'orders.messages.updated', { code }))
      }}
    />
  )
}

import { type Order, type OrderStatus, ordersApi } from '@dalyan/contracts/orders'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { ResourceDialogs } from '../../../shared/resource/ResourceDialogs.tsx'
import type { DialogProps } from '../../../shared/resource/ResourcePage.tsx'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { RouterLink } from '../../../shared/ui/RouterLink.tsx'
import { itemText } from '../order-items.ts'
import { isBeforeShipping, nextStatus } from '../order-status.ts'
import { orderQueries } from '../orders.queries.ts'
import { OrderStatusChip } from '../OrderStatusChip.tsx'
import { useOrderForm } from './order-form.tsx'

/** The dialogs about an order, by their name in the address. */
export function OrderDialogs(props: DialogProps<'create' | 'view' | 'edit' | 'step' | 'cancel'>) {
  const { t } = useTranslation()
  const { onOpen, onClose } = props
  const isManager = may(useUser(), 'orders.manage')
  const mayChange = ({ status }: Order) => isManager && isBeforeShipping(status)
  return (
    <ResourceDialogs
      {...props}
      kind="orders"
      api={ordersApi}
      queries={orderQueries}
      // Home shows the latest orders and the points.
      alsoChanged={[['home']]}
      form={useOrderForm()}
      mayEdit={mayChange}
      fields={(order) => [
        { label: t('orders.fields.status'), value: <OrderStatusChip status={order.status} /> },
        { label: t('orders.fields.firm'), value: order.firm.name },
        { label: t('orders.fields.items'), value: <Items items={order.items} /> },
        { label: t('orders.fields.note'), value: order.note },
        { label: t('orders.fields.createdBy'), value: order.created_by?.name },
        { label: t('orders.fields.createdAt'), value: formatDateTime(order.created_at) },
        { label: t('orders.fields.updatedAt'), value: formatDateTime(order.updated_at) },
      ]}
      viewActions={(order, edit) => {
        const next = isManager && nextStatus(order.status)
        return (
          <>
            {mayChange(order) && (
              <Button color="error" onClick={() => onOpen('cancel', order.id)}>
                {t('orders.cancel.action')}
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
          return next && <NextStatus order={record} next={next} onDone={done} onClose={onClose} />
        },
        cancel: ({ record }, done) => mayChange(record) && <Cancel order={record} onDone={done} onClose={onClose} />,
      }}
    />
  )
}

interface QuestionProps {
  order: Order
  onDone: (message: string) => void
  onClose: () => void
}

function NextStatus({ order, next, onDone, onClose }: QuestionProps & { next: 'confirmed' | 'shipped' | 'delivered' }) {
  const { t } = useTranslation()
  const { code, firm } = order
  return (
    <ConfirmDialog
      harmless
      title={t(`orders.question.${next}`, { code })}
      body={t(`orders.consequence.${next}`, { firm: firm.name })}
      confirm={t(`orders.step.${next}`)}
      failed={t('orders.messages.stepFailed')}
      onClose={onClose}
      onConfirm={async () => {
        await setStatus(order, next)
        onDone(t('orders.messages.updated', { code }))
      }}
    />
  )
}

function Cancel({ order, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation()
  const { code, firm } = order
  return (
    <ConfirmDialog
      title={t('orders.cancel.title', { code })}
      body={t('orders.cancel.body', { firm: firm.name })}
      confirm={t('orders.cancel.action')}
      failed={t('orders.messages.stepFailed')}
      onClose={onClose}
      onConfirm={async () => {
        await setStatus(order, 'cancelled')
        onDone(t('orders.messages.cancelled', { code }))
      }}
    />
  )
}

/** @throws ApiError: 409 `order_step` when its status changed meanwhile. */
const setStatus = ({ id }: Order, status: OrderStatus) => call(ordersApi.update, { params: { id }, body: { status } })

/** One line for each item; the server sends the tank of origin only to administrators. */
function Items({ items }: { items: Order['items'] }) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {items.map((item) => (
        <li key={`${itemText(item)} ${item.tank?.code}`}>
          {itemText(item)}
          {item.tank && (
            <>
              {' · '}
              {t('orders.origin')}{' '}
              <RouterLink to="/tanks/$id" params={{ id: String(item.tank.id) }} lang="en">
                {item.tank.code}
              </RouterLink>
            </>
          )}
        </li>
      ))}
    </Box>
  )
}

import type { Order, OrderStatus } from '@dalyan/contracts/orders'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { RecordLoader } from '../../../shared/form/RecordLoader.tsx'
import { useDone } from '../../../shared/form/use-done.ts'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { isBeforeShipping, nextStep } from '../order-steps.ts'
import { orderKeys, orderQueries, setOrderStatus } from '../orders.queries.ts'
import { OrderForm } from './OrderForm.tsx'
import { OrderView } from './OrderView.tsx'

interface Props {
  dialog: 'create' | 'view' | 'edit' | 'step' | 'cancel'
  /** Of the record; `create` has none. */
  id?: number | undefined
  onOpen: (dialog: 'edit' | 'step' | 'cancel', id: number) => void
  onClose: () => void
}

/** The dialogs about an order, by the word that stands in the address. */
export function OrderDialogs({ dialog, id, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'orders.manage')
  const order = useQuery({ ...orderQueries.one(id ?? 0), enabled: id !== undefined })
  // Home shows the latest orders and the points.
  const done = useDone(onClose, orderKeys.all, ['home'])

  if (dialog === 'create') {
    return (
      <OrderForm order={null} onSaved={({ code }) => done(t('orders.messages.created', { code }))} onClose={onClose} />
    )
  }
  return (
    <RecordLoader query={order} label={t('orders.one')} failed={t('home.ordersUnavailable')} onClose={onClose}>
      {(record) => {
        const next = nextStep(record.status)
        if (dialog === 'edit' && isManager && isBeforeShipping(record.status)) {
          const saved = () => done(t('orders.messages.stepped', { code: record.code }))
          return <OrderForm order={record} onSaved={saved} onClose={onClose} />
        }
        if (dialog === 'cancel' && isManager && isBeforeShipping(record.status)) {
          return <Cancel order={record} onDone={done} onClose={onClose} />
        }
        if (dialog === 'step' && isManager && next) {
          return <Step order={record} next={next} onDone={done} onClose={onClose} />
        }
        return <OrderView order={record} onOpen={(other) => onOpen(other, record.id)} onClose={onClose} />
      }}
    </RecordLoader>
  )
}

interface QuestionProps {
  order: Order
  onDone: (message: string) => void
  onClose: () => void
}

function Step({ order, next, onDone, onClose }: QuestionProps & { next: 'confirmed' | 'shipped' | 'delivered' }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      harmless
      title={t(`orders.question.${next}`, { code: order.code })}
      body={t(`orders.consequence.${next}`, { firm: order.firm.name })}
      confirm={t(`orders.step.${next}`)}
      failed={t('orders.messages.stepFailed')}
      onClose={onClose}
      onConfirm={() => change(order, next, () => onDone(t('orders.messages.stepped', { code: order.code })))}
    />
  )
}

function Cancel({ order, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('orders.cancel.title', { code: order.code })}
      body={t('orders.cancel.body', { firm: order.firm.name })}
      confirm={t('orders.cancel.action')}
      failed={t('orders.messages.stepFailed')}
      onClose={onClose}
      onConfirm={() => change(order, 'cancelled', () => onDone(t('orders.messages.cancelled', { code: order.code })))}
    />
  )
}

async function change({ id }: Order, status: OrderStatus, after: () => void): Promise<void> {
  await setOrderStatus(id, status)
  after()
}

import { type Order, ORDER_STATUSES } from '@dalyan/contracts/orders'
import { mdiArrowRightCircleOutline, mdiCancel, mdiCartOutline, mdiEyeOutline, mdiPencil } from '@mdi/js'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import orders from '../../locales/tr/orders.json' with { type: 'json' }
import { formatDateTime } from '../../shared/format/date-time.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { CardHead } from '../../shared/list/CardHead.tsx'
import type { FilterField } from '../../shared/list/filter-field.ts'
import type { Column } from '../../shared/list/ListTable.tsx'
import { RowActions } from '../../shared/list/RowActions.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { firmQueries } from '../records/public/firms.queries.ts'
import { itemText } from './order-items.ts'
import { orderList } from './order-list-search.ts'
import { isBeforeShipping, nextStatus } from './order-status.ts'
import { OrderStatusChip } from './OrderStatusChip.tsx'
import { orderQueries } from './orders.queries.ts'

addWords({ orders })

const OrderDialogs = lazy(async () => ({ default: (await import('./dialogs/OrderDialogs.tsx')).OrderDialogs }))

type OrderColumn = Column<Order, 'code' | 'status' | 'created_at'>

const FIRM: OrderColumn = { key: 'firm', label: ['orders.fields.firm'], from: 900, cell: ({ firm }) => firm.name }

/** Only administrators see the orders of several firms, and so the column of firms. */
const columns = (isManager: boolean): OrderColumn[] => [
  {
    key: 'status',
    label: ['orders.fields.status'],
    sort: 'status',
    cell: ({ status }) => <OrderStatusChip status={status} />,
  },
  { key: 'code', label: ['orders.fields.code'], sort: 'code', cell: ({ code }) => <b lang="en">{code}</b> },
  ...(isManager ? [FIRM] : []),
  { key: 'items', label: ['orders.fields.items'], cell: ({ items }) => items.map(itemText).join(', ') },
  {
    key: 'created_at',
    label: ['orders.fields.createdAt'],
    sort: 'created_at',
    cell: ({ created_at }) => formatDateTime(created_at),
  },
]

/** A firm's orders with their status; administrators see the orders of all firms and process them. */
export function OrdersPage() {
  const { t } = useTranslation()
  const user = useUser()
  const isManager = may(user, 'orders.manage')
  // A customer orders only for his own firm.
  const mayOrder = may(user, 'orders.create') && (isManager || user.firm !== null)
  const list = useList(orderList)
  const firms = useQuery({ ...firmQueries.options(), enabled: isManager }).data ?? []
  const byFirm: FilterField = {
    kind: 'choice',
    name: 'firm_id',
    label: t('orders.fields.firm'),
    options: firms.map(({ id, name }) => ({ value: String(id), label: name })),
  }
  return (
    <ResourcePage
      kind="orders"
      list={list}
      query={useQuery(orderQueries.list(list.query))}
      filters={[
        {
          kind: 'words',
          name: 'status',
          label: t('orders.fields.status'),
          options: ORDER_STATUSES.map((value) => ({ value, label: t(`home.orderStatus.${value}`) })),
        },
        ...(isManager ? [byFirm] : []),
      ]}
      columns={columns(isManager)}
      actions={(order, onOpen) => <OrderActions order={order} isManager={isManager} onOpen={onOpen} />}
      card={(order, actions) => <OrderCard order={order} actions={actions} />}
      mayCreate={mayOrder}
      empty={{
        icon: mdiCartOutline,
        title: isManager ? undefined : t('home.ordersEmpty'),
        body: mayOrder ? undefined : t('home.noFirm'),
      }}
      dialogs={OrderDialogs}
    />
  )
}

interface ActionsProps {
  order: Order
  isManager: boolean
  onOpen: (dialog: 'view' | 'edit' | 'step' | 'cancel') => void
}

/** The buttons of an order: view, and for administrators its next status, editing and cancelling. */
function OrderActions({ order: { code, status }, isManager, onOpen }: ActionsProps) {
  const { t } = useTranslation()
  const next = nextStatus(status)
  return (
    <RowActions
      name={code}
      main={{ label: t('common.actions.view'), icon: mdiEyeOutline, onClick: () => onOpen('view') }}
      actions={[
        ...(isManager && next
          ? [{ label: t(`orders.step.${next}`), icon: mdiArrowRightCircleOutline, onClick: () => onOpen('step') }]
          : []),
        ...(isManager && isBeforeShipping(status)
          ? [
              { label: t('common.actions.edit'), icon: mdiPencil, onClick: () => onOpen('edit') },
              { label: t('orders.cancel.action'), icon: mdiCancel, danger: true, onClick: () => onOpen('cancel') },
            ]
          : []),
      ]}
    />
  )
}

/** An order of the list on a phone. */
function OrderCard({ order, actions }: { order: Order; actions: ReactNode }) {
  return (
    <>
      <CardHead
        title={<span lang="en">{order.code}</span>}
        status={<OrderStatusChip status={order.status} />}
        actions={actions}
      />
      <Typography sx={{ overflowWrap: 'anywhere' }}>{order.items.map(itemText).join(', ')}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {order.firm.name} · {formatDateTime(order.created_at)}
      </Typography>
    </>
  )
}

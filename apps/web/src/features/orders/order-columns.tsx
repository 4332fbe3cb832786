import type { Order } from '@dalyan/contracts/orders'
import { formatDateTime } from '../../shared/format/date-time.ts'
import type { Column } from '../../shared/list/ListTable.tsx'
import { itemText } from './order-items.ts'
import { OrderStatusChip } from './OrderStatusChip.tsx'

type OrderSort = 'code' | 'status' | 'created_at'
type OrderColumn = Column<Order, OrderSort>

const FIRM: OrderColumn = { key: 'firm', label: ['orders.fields.firm'], from: 900, cell: ({ firm }) => firm.name }

/** The order list's columns; who sees several firms is told whose an order is. */
export function orderColumns(seesFirms: boolean): OrderColumn[] {
  return [
    {
      key: 'status',
      label: ['orders.fields.status'],
      sort: 'status',
      cell: ({ status }) => <OrderStatusChip status={status} />,
    },
    { key: 'code', label: ['orders.fields.code'], sort: 'code', cell: ({ code }) => <b lang="en">{code}</b> },
    ...(seesFirms ? [FIRM] : []),
    { key: 'items', label: ['orders.fields.items'], cell: ({ items }) => items.map(itemText).join(', ') },
    {
      key: 'created_at',
      label: ['orders.fields.createdAt'],
      sort: 'created_at',
      cell: ({ created_at }) => formatDateTime(created_at),
    },
  ]
}

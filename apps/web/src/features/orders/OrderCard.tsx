import type { Order } from '@dalyan/contracts/orders'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { CardHead } from '../../shared/list/CardHead.tsx'
import { itemText } from './order-items.ts'
import { OrderStatusChip } from './OrderStatusChip.tsx'

/** An order of the list on a phone. */
export function OrderCard({ order, actions }: { order: Order; actions: ReactNode }) {
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

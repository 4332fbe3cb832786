import type { Order } from '@dalyan/contracts/orders'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { itemText } from './order-items.ts'
import { OrderStatusChip } from './OrderStatusChip.tsx'

/** An order of the list on a phone. */
export function OrderCard({ order, actions }: { order: Order; actions: ReactNode }) {
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 44 }}>
        <b lang="en">{order.code}</b>
        <Box component="span" sx={{ flex: 1 }} />
        <OrderStatusChip status={order.status} />
        {actions}
      </Box>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{order.items.map(itemText).join(', ')}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {order.firm.name} · {formatDateTime(order.created_at)}
      </Typography>
    </>
  )
}

import type { Order } from '@dalyan/contracts/orders'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../shared/format/date-time.ts'

const SHOWN = 3

/** The newest orders, one line each. */
export function LatestOrders({ orders }: { orders: readonly Order[] }) {
  const { t } = useTranslation()
  if (orders.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('home.ordersEmpty')}</Typography>
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 0.5, m: 0, p: 0, listStyle: 'none' }}>
      {orders.slice(0, SHOWN).map(({ id, code, created_at, status }) => (
        <li key={id}>
          <b lang="en">{code}</b> · {formatDate(created_at)} · {t(`home.orderStatus.${status}`)}
        </li>
      ))}
    </Box>
  )
}

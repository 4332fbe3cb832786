import type { OrderStatus } from '@dalyan/contracts/orders'
import { mdiCancel, mdiCartOutline, mdiCheck, mdiPackageVariantClosedCheck, mdiTruckOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'

const LOOKS = {
  placed: { icon: mdiCartOutline, look: 'suspended' },
  confirmed: { icon: mdiCheck, look: 'suspended' },
  shipped: { icon: mdiTruckOutline, look: 'suspended' },
  delivered: { icon: mdiPackageVariantClosedCheck, look: 'active' },
  cancelled: { icon: mdiCancel, look: 'inactive' },
} as const satisfies Record<OrderStatus, object>

/** How far an order is, in words with an icon. */
export function OrderStatusChip({ status }: { status: OrderStatus }) {
  const { t } = useTranslation()
  const { icon, look } = LOOKS[status]
  return (
    <Box
      component="span"
      sx={({ tokens }) => {
        const { bg, text, border } = tokens.status[look]
        return {
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.5,
          px: 0.75,
          minHeight: 26,
          borderRadius: 13,
          border: `1px solid ${border}`,
          bgcolor: bg,
          color: text,
          fontSize: '0.8125rem',
          fontWeight: 500,
          whiteSpace: 'nowrap',
        }
      }}
    >
      <Icon path={icon} sx={{ fontSize: 18 }} />
      {t(`home.orderStatus.${status}`)}
    </Box>
  )
}

import type { OrderStatus } from '@dalyan/contracts/orders'
import { mdiCancel, mdiCartOutline, mdiCheck, mdiPackageVariantClosedCheck, mdiTruckOutline } from '@mdi/js'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '../../shared/ui/StatusChip.tsx'

const LOOKS = {
  placed: { icon: mdiCartOutline, look: 'suspended' },
  confirmed: { icon: mdiCheck, look: 'suspended' },
  shipped: { icon: mdiTruckOutline, look: 'suspended' },
  delivered: { icon: mdiPackageVariantClosedCheck, look: 'active' },
  cancelled: { icon: mdiCancel, look: 'inactive' },
} as const satisfies Record<OrderStatus, object>

/** The status of an order, as text and icon. */
export function OrderStatusChip({ status }: { status: OrderStatus }) {
  const { t } = useTranslation()
  return <StatusChip {...LOOKS[status]} label={t(`home.orderStatus.${status}`)} />
}

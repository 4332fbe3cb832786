import { type Order, type OrderStatus, ordersApi } from '@dalyan/contracts/orders'
import { mdiCancel, mdiCartOutline, mdiCheck, mdiPackageVariantClosedCheck, mdiTruckOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { recordKind } from '../../shared/resource/record-kind.ts'
import { resourceQueries } from '../../shared/resource/resource-queries.ts'
import { RouterLink } from '../../shared/ui/links.tsx'
import { onDemand } from '../../shared/ui/on-demand.tsx'
import { StatusChip } from '../../shared/ui/StatusChip.tsx'
import { productAmount } from './product-amount.ts'

const RecordCodes = onDemand(async () => (await import('./record/RecordCodes.tsx')).RecordCodes)
const OrderOrigins = onDemand(async () => (await import('./dialogs/OrderOrigins.tsx')).OrderOrigins)

const STATUS_LOOK = {
  placed: { icon: mdiCartOutline, look: 'suspended' },
  confirmed: { icon: mdiCheck, look: 'suspended' },
  shipped: { icon: mdiTruckOutline, look: 'suspended' },
  delivered: { icon: mdiPackageVariantClosedCheck, look: 'active' },
  cancelled: { icon: mdiCancel, look: 'inactive' },
} as const satisfies Record<OrderStatus, object>

const NEXT_STATUS = {
  placed: 'confirmed',
  confirmed: 'shipped',
  shipped: 'delivered',
  delivered: null,
  cancelled: null,
} as const satisfies Record<OrderStatus, OrderStatus | null>

/** The next status; null after the last one. */
export const nextStatus = (status: OrderStatus) => NEXT_STATUS[status]

/** An order that has not been shipped can be changed and cancelled. */
export const isBeforeShipping = (status: OrderStatus): boolean => status === 'placed' || status === 'confirmed'

export const orderKind = recordKind({
  name: 'orders',
  api: ordersApi,
  queries: resourceQueries('orders', ordersApi),
  // Home shows the latest orders and the points.
  alsoChanged: [['home']],
  show: {
    status: ({ status }, t) => <StatusChip {...STATUS_LOOK[status]} label={t(`home.orderStatus.${status}`)} />,
    items: ({ items }) => <Items items={items} />,
    origin: ({ id }) => <OrderOrigins id={id} />,
    records: ({ id }) => <RecordCodes id={id} />,
  },
})

/** `Levrek yavrusu 1.500 adet, Çipura 2,5 kg` */
export const itemsText = ({ items }: Pick<Order, 'items'>): string => items.map(itemText).join(', ')

const itemText = (item: Order['items'][number]): string => `${item.product} ${productAmount(item)}`

/** One line for each item; the server sends the tank of origin only to administrators. */
function Items({ items }: Pick<Order, 'items'>) {
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

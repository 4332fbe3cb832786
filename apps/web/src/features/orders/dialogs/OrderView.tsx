import type { Order } from '@dalyan/contracts/orders'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { RecordDialog } from '../../../shared/form/RecordDialog.tsx'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { itemText } from '../order-items.ts'
import { isBeforeShipping, nextStep } from '../order-steps.ts'
import { OrderStatusChip } from '../OrderStatusChip.tsx'

const RouterLink = createLink(Link)

interface Props {
  order: Order
  onOpen: (dialog: 'edit' | 'step' | 'cancel') => void
  onClose: () => void
}

/** An order to read; administrators go on from here. */
export function OrderView({ order, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'orders.manage')
  const next = nextStep(order.status)
  return (
    <RecordDialog
      title={t('orders.viewTitle', { code: order.code })}
      onClose={onClose}
      actions={
        isManager && (
          <>
            {isBeforeShipping(order.status) && (
              <>
                <Button color="error" onClick={() => onOpen('cancel')}>
                  {t('orders.cancel.action')}
                </Button>
                <Button onClick={() => onOpen('edit')}>{t('common.actions.edit')}</Button>
              </>
            )}
            {next && (
              <Button variant="contained" onClick={() => onOpen('step')}>
                {t(`orders.step.${next}`)}
              </Button>
            )}
          </>
        )
      }
      fields={[
        { label: t('orders.fields.status'), value: <OrderStatusChip status={order.status} /> },
        { label: t('orders.fields.firm'), value: order.firm.name },
        { label: t('orders.fields.items'), value: <Items items={order.items} /> },
        { label: t('orders.fields.note'), value: order.note },
        { label: t('orders.fields.createdBy'), value: order.created_by?.name },
        { label: t('orders.fields.createdAt'), value: formatDateTime(order.created_at) },
        { label: t('orders.fields.updatedAt'), value: formatDateTime(order.updated_at) },
      ]}
    />
  )
}

/** One line each; the tank of origin only reaches administrators. */
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

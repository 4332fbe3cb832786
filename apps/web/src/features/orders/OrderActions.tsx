import type { Order } from '@dalyan/contracts/orders'
import { mdiArrowRightCircleOutline, mdiCancel, mdiEyeOutline, mdiPencil } from '@mdi/js'
import { useTranslation } from 'react-i18next'
import { RowActions } from '../../shared/list/RowActions.tsx'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { isBeforeShipping, nextStep } from './order-steps.ts'

/** What can be done with an order of the list: reading it, and by administrators its next step. */
export function OrderActions({
  order,
  onOpen,
}: {
  order: Order
  onOpen: (dialog: 'view' | 'edit' | 'step' | 'cancel') => void
}) {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'orders.manage')
  const next = nextStep(order.status)
  return (
    <RowActions
      name={order.code}
      main={{ label: t('common.actions.view'), icon: mdiEyeOutline, onClick: () => onOpen('view') }}
      actions={[
        ...(isManager && next
          ? [{ label: t(`orders.step.${next}`), icon: mdiArrowRightCircleOutline, onClick: () => onOpen('step') }]
          : []),
        ...(isManager && isBeforeShipping(order.status)
          ? [
              { label: t('common.actions.edit'), icon: mdiPencil, onClick: () => onOpen('edit') },
              { label: t('orders.cancel.action'), icon: mdiCancel, danger: true, onClick: () => onOpen('cancel') },
            ]
          : []),
      ]}
    />
  )
}

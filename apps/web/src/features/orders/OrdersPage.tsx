import { type Order, ordersApi } from '@dalyan/contracts/orders'
import {
  mdiArrowRightCircleOutline,
  mdiCancel,
  mdiCartOutline,
  mdiCheck,
  mdiEyeOutline,
  mdiPackageVariantClosedCheck,
  mdiPencil,
  mdiTruckOutline,
} from '@mdi/js'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import orders from '../../locales/tr/orders.json' with { type: 'json' }
import { call } from '../../shared/api/call.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { recordOptions } from '../../shared/list/filter-field.ts'
import { RowActions } from '../../shared/list/RowActions.tsx'
import { useList } from '../../shared/list/use-list.ts'
import type { ManyAction } from '../../shared/resource/many-actions.ts'
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx'
import { may, useUser } from '../../shared/session/user.ts'
import { firmQueries } from '../records/public/firms.queries.ts'
import { isBeforeShipping, itemsText, nextStatus, orderKind } from './order-kind.tsx'
import { orderList } from './order-list-search.ts'

addWords({ orders })

const OrderDialogs = lazy(async () => ({ default: (await import('./dialogs/OrderDialogs.tsx')).OrderDialogs }))

/** A firm's orders with their status; administrators see the orders of all firms and process them. */
export function OrdersPage() {
  const { t } = useTranslation()
  const user = useUser()
  const isManager = may(user, 'orders.manage')
  // A customer orders only for his own firm.
  const mayOrder = may(user, 'orders.create') && (isManager || user.firm !== null)
  const steps = useStepActions()
  const firms = useQuery({ ...firmQueries.options(), enabled: isManager }).data ?? []
  return (
    <ResourcePage
      kind={orderKind}
      list={useList(orderList)}
      filters={{
        status: { textOf: (status) => t(`home.orderStatus.${status as Order['status']}`) },
        firm_id: { options: recordOptions(firms) },
      }}
      // Only administrators see the orders of several firms.
      hiddenFilters={isManager ? [] : ['firm_id']}
      columns={[
        'status',
        'code',
        ...(isManager ? [{ name: 'firm', from: 900 } as const] : []),
        { name: 'items', cell: itemsText },
        'created_at',
      ]}
      card={{ status: 'status', text: itemsText, details: ['firm', 'created_at'] }}
      actions={(order, onOpen) => <OrderActions order={order} isManager={isManager} onOpen={onOpen} />}
      many={isManager ? { actions: steps } : undefined}
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

const STEPS = [
  { to: 'confirmed', icon: mdiCheck },
  { to: 'shipped', icon: mdiTruckOutline },
  { to: 'delivered', icon: mdiPackageVariantClosedCheck },
  { to: 'cancelled', icon: mdiCancel },
] as const

/** The status actions for selected orders, each for the orders whose next status it is. Permission: `orders.manage`. */
function useStepActions(): ManyAction<Order>[] {
  const { t } = useTranslation()
  return STEPS.map(({ to, icon }) => ({
    label: t(`orders.step.${to}`),
    icon,
    danger: to === 'cancelled',
    isFor: ({ status }) => (to === 'cancelled' ? isBeforeShipping(status) : nextStatus(status) === to),
    title: (count) => t(`orders.many.${to}.title`, { count }),
    body: t(`orders.many.${to}.body`),
    run: ({ id }) => call(ordersApi.update, { params: { id }, body: { status: to } }),
    done: (count) => t(`orders.many.${to}.done`, { count }),
  }))
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
              { label: t('orders.step.cancelled'), icon: mdiCancel, danger: true, onClick: () => onOpen('cancel') },
            ]
          : []),
      ]}
    />
  )
}

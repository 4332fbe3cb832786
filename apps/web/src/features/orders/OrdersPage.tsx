import { mdiCartOutline } from '@mdi/js'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import orders from '../../locales/tr/orders.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { orderColumns } from './order-columns.tsx'
import { orderList } from './order-list-search.ts'
import { OrderActions } from './OrderActions.tsx'
import { OrderCard } from './OrderCard.tsx'
import { orderQueries } from './orders.queries.ts'
import { useOrderFilters } from './use-order-filters.ts'

addWords({ orders })

const OrderDialogs = lazy(async () => ({ default: (await import('./dialogs/OrderDialogs.tsx')).OrderDialogs }))

/** A firm's orders and how far they are; administrators see all and take them on. */
export function OrdersPage() {
  const { t } = useTranslation()
  const user = useUser()
  const isManager = may(user, 'orders.manage')
  // Others order for their own firm, so without one there is nothing to order for.
  const mayOrder = may(user, 'orders.create') && (isManager || user.firm !== null)
  const list = useList(orderList)
  return (
    <ListPage
      title={t('orders.title')}
      label={t('orders.title')}
      list={list}
      query={useQuery(orderQueries.list(orderList.query(list.state)))}
      failed={t('home.ordersUnavailable')}
      placeholder={t('orders.searchPlaceholder')}
      filters={useOrderFilters(isManager)}
      columns={orderColumns(isManager)}
      actions={(order) => <OrderActions order={order} onOpen={(dialog) => list.open(dialog, order.id)} />}
      card={(order, actions) => <OrderCard order={order} actions={actions} />}
      create={mayOrder ? t('orders.create') : undefined}
      empty={{
        icon: mdiCartOutline,
        title: isManager ? t('orders.emptyAll') : t('home.ordersEmpty'),
        body: mayOrder ? t('orders.emptyBody') : t('home.noFirm'),
      }}
      dialogs={OrderDialogs}
    />
  )
}

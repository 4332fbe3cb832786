import type { Order } from '@dalyan/contracts/orders'
import { mdiCartOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import orders from '../../locales/tr/orders.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListFilters } from '../../shared/list/ListFilters.tsx'
import { ListHeading } from '../../shared/list/ListHeading.tsx'
import { ListView } from '../../shared/list/ListView.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
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
  const filters = useOrderFilters(isManager)
  const found = useQuery(orderQueries.list(orderList.query(list.state)))
  usePageTitle(t('orders.title'))
  useAppReady(!found.isPending)

  const actions = (order: Order) => <OrderActions order={order} onOpen={(dialog) => list.open(dialog, order.id)} />
  const create = { label: t('orders.create'), onClick: () => list.open('create') }
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      <ListHeading title={t('orders.title')} create={mayOrder ? create : undefined} />
      <ListFilters placeholder={t('orders.searchPlaceholder')} fields={filters} list={list} />
      <Box sx={{ minHeight: 20, my: 1.5, fontSize: '0.875rem', color: 'text.secondary' }}>
        {found.data && t('common.states.resultCount', { count: found.data.total })}
      </Box>
      <ListView
        label={t('orders.title')}
        list={list}
        query={found}
        failed={t('home.ordersUnavailable')}
        columns={[
          ...orderColumns(isManager),
          { key: 'actions', label: ['common.table.actions'], align: 'right', cell: actions },
        ]}
        card={(order) => <OrderCard order={order} actions={actions(order)} />}
        empty={
          <EmptyState
            icon={mdiCartOutline}
            title={isManager ? t('orders.emptyAll') : t('home.ordersEmpty')}
            body={mayOrder ? t('orders.emptyBody') : t('home.noFirm')}
            action={
              mayOrder && (
                <Button variant="contained" onClick={create.onClick}>
                  {create.label}
                </Button>
              )
            }
          />
        }
      />
      {list.state.dialog && (
        <Suspense>
          <OrderDialogs dialog={list.state.dialog} id={list.state.id} onOpen={list.open} onClose={list.close} />
        </Suspense>
      )}
    </Box>
  )
}

import { mdiWaves } from '@mdi/js'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import tanksWords from '../../locales/tr/tanks.json' with { type: 'json' }
import { LiveBadge } from '../../shared/live/LiveBadge.tsx'
import { useChannel } from '../../shared/live/use-channel.ts'
import { BulkButton } from '../../shared/bulk/BulkButton.tsx'
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { TANK_COLUMNS } from './tank-columns.tsx'
import { tankList } from './tank-list-search.ts'
import { rememberTankOrder } from './tank-order.ts'
import { TankActions } from './TankActions.tsx'
import { TankCard } from './TankCard.tsx'
import { tankQueries } from '../records/public/tanks.queries.ts'
import { TanksCount } from './TanksCount.tsx'
import { useTankFilters } from './use-tank-filters.ts'

addWords({ tanks: tanksWords })

const TankDialogs = lazy(async () => ({ default: (await import('./dialogs/TankDialogs.tsx')).TankDialogs }))

/** All tanks that one may see, and what is wrong with which. */
export function TanksPage() {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'tanks.manage')
  const list = useList(tankList)
  const tanks = useQuery(tankQueries.list(tankList.query(list.state)))
  useChannel('tanks')
  useEffect(() => rememberTankOrder(list.state), [list.state])
  return (
    <ListPage
      title={t('tanks.title')}
      label={t('tanks.list.region')}
      list={list}
      query={tanks}
      failed={t('tanks.messages.loadFailed')}
      placeholder={t('tanks.searchPlaceholder')}
      filters={useTankFilters()}
      columns={TANK_COLUMNS}
      actions={
        isManager ? (tank) => <TankActions tank={tank} onOpen={(dialog) => list.open(dialog, tank.id)} /> : undefined
      }
      card={(tank, actions) => <TankCard tank={tank} actions={actions} />}
      create={isManager ? t('tanks.create') : undefined}
      empty={{
        icon: mdiWaves,
        title: t('tanks.empty.title'),
        body: isManager ? t('tanks.empty.body') : t('tanks.empty.bodyReadOnly'),
      }}
      dialogs={isManager ? TankDialogs : undefined}
      beside={<LiveBadge newestAt={null} />}
      more={isManager && <BulkButton label={t('tanks.fromFile')} onClick={() => list.open('bulk')} />}
      count={tanks.data && <TanksCount page={tanks.data} />}
    />
  )
}

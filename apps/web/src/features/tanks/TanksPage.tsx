import type { Tank } from '@dalyan/contracts/tanks'
import { mdiWaves } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import tanksWords from '../../locales/tr/tanks.json' with { type: 'json' }
import { LiveBadge } from '../../realtime/LiveBadge.tsx'
import { useChannel } from '../../realtime/use-channel.ts'
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
import { TANK_COLUMNS } from './tank-columns.tsx'
import { tankList } from './tank-list-search.ts'
import { TankActions } from './TankActions.tsx'
import { TankCard } from './TankCard.tsx'
import { tankQueries } from './tanks.queries.ts'
import { TanksCountLine } from './TanksCountLine.tsx'
import { useTankFilters } from './use-tank-filters.ts'

addWords({ tanks: tanksWords })

const TankDialogs = lazy(async () => ({ default: (await import('./dialogs/TankDialogs.tsx')).TankDialogs }))

export function TanksPage() {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'tanks.manage')
  const list = useList(tankList)
  const filters = useTankFilters()
  const tanks = useQuery(tankQueries.list(tankList.query(list.state)))
  useChannel('tanks')
  usePageTitle(t('tanks.title'))
  useAppReady(!tanks.isPending)

  const actions = (tank: Tank) => <TankActions tank={tank} onOpen={(dialog) => list.open(dialog, tank.id)} />
  const columns = isManager
    ? [...TANK_COLUMNS, { key: 'actions', label: ['common.table.actions'], align: 'right', cell: actions } as const]
    : TANK_COLUMNS
  const create = { label: t('tanks.create'), onClick: () => list.open('create') }

  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      <ListHeading title={t('tanks.title')} create={isManager ? create : undefined}>
        <LiveBadge newestAt={null} />
      </ListHeading>
      <ListFilters placeholder={t('tanks.searchPlaceholder')} fields={filters} list={list} />
      <Box sx={{ minHeight: 20, my: 1.5 }}>{tanks.data && <TanksCountLine page={tanks.data} />}</Box>
      <ListView
        label={t('tanks.list.region')}
        list={list}
        query={tanks}
        failed={t('tanks.messages.loadFailed')}
        columns={columns}
        card={(tank) => <TankCard tank={tank} actions={isManager && actions(tank)} />}
        empty={
          <EmptyState
            icon={mdiWaves}
            title={t('tanks.empty.title')}
            body={isManager ? t('tanks.empty.body') : t('tanks.empty.bodyReadOnly')}
            action={
              isManager && (
                <Button variant="contained" onClick={create.onClick}>
                  {create.label}
                </Button>
              )
            }
          />
        }
      />
      {isManager && list.state.dialog && (
        <Suspense>
          <TankDialogs dialog={list.state.dialog} id={list.state.id} onOpen={list.open} onClose={list.close} />
        </Suspense>
      )}
    </Box>
  )
}

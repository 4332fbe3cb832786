import type { Firm } from '@dalyan/contracts/firms'
import { mdiDomain } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import firms from '../../locales/tr/firms.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListFilters } from '../../shared/list/ListFilters.tsx'
import { ListHeading } from '../../shared/list/ListHeading.tsx'
import { ListView } from '../../shared/list/ListView.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { FIRM_COLUMNS } from './firm-columns.tsx'
import { firmList } from './firm-list-search.ts'
import { FirmActions } from './FirmActions.tsx'
import { FirmCard } from './FirmCard.tsx'
import { firmQueries } from './firms.queries.ts'
import { useFirmFilters } from './use-firm-filters.ts'

addWords({ firms })

const FirmDialogs = lazy(async () => ({ default: (await import('./dialogs/FirmDialogs.tsx')).FirmDialogs }))

/** Growers, distributors and restaurants, and who belongs to whom. */
export function FirmsPage() {
  const { t } = useTranslation()
  const list = useList(firmList)
  const filters = useFirmFilters()
  const found = useQuery(firmQueries.list(firmList.query(list.state)))
  usePageTitle(t('firms.title'))
  useAppReady(!found.isPending)

  const actions = (firm: Firm) => <FirmActions firm={firm} onOpen={(dialog) => list.open(dialog, firm.id)} />
  const create = { label: t('firms.create'), onClick: () => list.open('create') }
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      <ListHeading title={t('firms.title')} create={create} />
      <ListFilters placeholder={t('firms.searchPlaceholder')} fields={filters} list={list} />
      <Typography variant="body2" component="p" sx={{ color: 'text.secondary', minHeight: 20, my: 1.5 }}>
        {found.data && t('common.states.resultCount', { count: found.data.total })}
      </Typography>
      <ListView
        label={t('firms.list.region')}
        list={list}
        query={found}
        failed={t('firms.messages.loadFailed')}
        columns={[
          ...FIRM_COLUMNS,
          { key: 'actions', label: ['common.table.actions'], align: 'right', cell: actions } as const,
        ]}
        card={(firm) => <FirmCard firm={firm} actions={actions(firm)} />}
        empty={
          <EmptyState
            icon={mdiDomain}
            title={t('firms.empty.title')}
            body={t('firms.empty.body')}
            action={
              <Button variant="contained" onClick={create.onClick}>
                {create.label}
              </Button>
            }
          />
        }
      />
      {list.state.dialog && (
        <Suspense>
          <FirmDialogs dialog={list.state.dialog} id={list.state.id} onOpen={list.open} onClose={list.close} />
        </Suspense>
      )}
    </Box>
  )
}

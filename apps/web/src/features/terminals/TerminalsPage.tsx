import type { Terminal } from '@dalyan/contracts/terminals'
import { mdiRouterWireless } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import terminals from '../../locales/tr/terminals.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListFilters } from '../../shared/list/ListFilters.tsx'
import { ListHeading } from '../../shared/list/ListHeading.tsx'
import { ListView } from '../../shared/list/ListView.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { Enrolment } from './Enrolment.tsx'
import { QuickFilters } from './QuickFilters.tsx'
import { TERMINAL_COLUMNS } from './terminal-columns.tsx'
import { terminalList } from './terminal-list-search.ts'
import { TerminalActions } from './TerminalActions.tsx'
import { TerminalCard } from './TerminalCard.tsx'
import { terminalQueries } from './terminals.queries.ts'
import { useTerminalFilters } from './use-terminal-filters.ts'

addWords({ terminals })

const TerminalDialogs = lazy(async () => ({ default: (await import('./dialogs/TerminalDialogs.tsx')).TerminalDialogs }))

/** Which devices are silent, unknown or on no tank. */
export function TerminalsPage() {
  const { t } = useTranslation()
  const list = useList(terminalList)
  const filters = useTerminalFilters()
  const found = useQuery(terminalQueries.list(terminalList.query(list.state)))
  usePageTitle(t('terminals.title'))
  useAppReady(!found.isPending)

  const actions = (terminal: Terminal) => (
    <TerminalActions terminal={terminal} onOpen={(dialog) => list.open(dialog, terminal.id)} />
  )
  const create = { label: t('terminals.create'), onClick: () => list.open('create') }
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      <ListHeading title={t('terminals.title')} create={create}>
        <Enrolment />
      </ListHeading>
      <ListFilters placeholder={t('terminals.searchPlaceholder')} fields={filters} list={list} />
      <QuickFilters state={list.state} onChange={list.change} />
      <Typography variant="body2" component="p" sx={{ color: 'text.secondary', minHeight: 20, my: 1.5 }}>
        {found.data && t('common.states.resultCount', { count: found.data.total })}
      </Typography>
      <ListView
        label={t('terminals.list.region')}
        list={list}
        query={found}
        failed={t('terminals.list.loadFailed')}
        columns={[
          ...TERMINAL_COLUMNS,
          { key: 'actions', label: ['common.table.actions'], align: 'right', cell: actions } as const,
        ]}
        card={(terminal) => <TerminalCard terminal={terminal} actions={actions(terminal)} />}
        empty={
          <EmptyState
            icon={mdiRouterWireless}
            title={t('terminals.empty.title')}
            body={t('terminals.empty.body')}
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
          <TerminalDialogs dialog={list.state.dialog} id={list.state.id} onOpen={list.open} onClose={list.close} />
        </Suspense>
      )}
    </Box>
  )
}

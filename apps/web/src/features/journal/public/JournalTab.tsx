import type { JournalFilters } from '@dalyan/contracts/journal'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiNotebookOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import exportWords from '../../../locales/tr/export.json' with { type: 'json' }
import journalWords from '../../../locales/tr/journal.json' with { type: 'json' }
import modeWords from '../../../locales/tr/tank-modes.json' with { type: 'json' }
import { ListPages } from '../../../shared/list/ListPages.tsx'
import { windowQuery } from '../../../shared/charts/time-range.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { ExportButton } from '../../../shared/export/ExportButton.tsx'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { HiddenHeading } from '../../../shared/ui/HiddenHeading.tsx'
import { EntryDays } from './EntryDays.tsx'
import { type ChosenEntries, JournalFilterBar } from './JournalFilterBar.tsx'
import { JournalTotals } from './JournalTotals.tsx'
import { journalFile, journalQueries } from './journal.queries.ts'

addWords({ journal: journalWords, tankModes: modeWords, export: exportWords })

const PER_PAGE = 25
const WEEK = { from: 'now-7d' } as const

/** The journal of a tank, or of every tank that the user may see: day by day with its sums, its filters and its file. */
export function JournalTab({ tank }: { tank?: Tank }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ChosenEntries>({
    tankId: undefined,
    kind: '',
    author: undefined,
    search: '',
    window: tank ? {} : WEEK,
    showsCorrected: false,
  })
  const [page, setPage] = useState(1)
  const filters = filtersOf(chosen, tank?.id)
  const shown = { ...filters, ...(chosen.showsCorrected ? {} : { valid: true }) }
  const list = useQuery(journalQueries.list({ ...shown, page, per_page: PER_PAGE }))
  const { data } = list
  const summed = useQuery(journalQueries.sums(filters, data?.data ?? []))
  const sums = summed.data ?? []
  const hasTotals = chosen.window.from !== undefined
  // The totals stand above the entries, so that both appear together.
  const isWaiting = list.isPending || (hasTotals && summed.isLoading)
  const isFiltered = Object.keys(filtersOf({ ...chosen, window: {} }, undefined)).length > 0
  const hasWindow = chosen.window.from !== undefined || chosen.window.to !== undefined
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <HiddenHeading>{t('journal.title')}</HiddenHeading>
      <JournalFilterBar
        chosen={chosen}
        isOfOneTank={tank !== undefined}
        onChoose={(part) => {
          setPage(1)
          setChosen((before) => ({ ...before, ...part }))
        }}
      >
        <ExportButton files={[journalFile(t, shown, tank?.code)]} />
      </JournalFilterBar>
      <QueryError query={list} title={t('journal.loadFailed')} />
      {isWaiting && <Skeleton variant="rounded" height={320} />}
      {data?.total === 0 && (
        <EmptyState
          icon={mdiNotebookOutline}
          title={t(hasWindow ? 'journal.empty.titleOfWindow' : 'journal.empty.title')}
          body={t(isFiltered ? 'journal.empty.filtered' : tank ? 'journal.empty.body' : 'journal.empty.bodyOfAll')}
        />
      )}
      {hasTotals && !isWaiting && <JournalTotals sums={sums} />}
      {data && data.total > 0 && !isWaiting && (
        <EntryDays entries={data.data} sums={sums} isReadOnly={tank?.status === 'deleted'} namesTanks={!tank} />
      )}
      {data && data.total > PER_PAGE && (
        <ListPages page={data} sizes={[]} onChange={(part) => 'page' in part && setPage(part.page)} />
      )}
    </Box>
  )
}

/** The chosen entries as the server filters them. The window is resolved to the minute, so that its query keeps its key while the user looks at it. */
function filtersOf(
  { tankId, kind, author, search, window }: ChosenEntries,
  ownTank: number | undefined,
): Partial<JournalFilters> {
  const tank_id = ownTank ?? tankId
  return {
    ...(tank_id === undefined ? {} : { tank_id }),
    ...(kind === '' ? {} : { kind: [kind] }),
    ...(author === undefined ? {} : { created_by: author }),
    ...(search === '' ? {} : { search }),
    ...windowQuery(window, Math.floor(serverNow() / 60_000) * 60_000),
  }
}

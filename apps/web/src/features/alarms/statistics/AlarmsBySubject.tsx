import type { AlarmStatisticsRow } from '@dalyan/contracts/alarm-statistics'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { ListCards } from '../../../shared/list/ListCards.tsx'
import { ListPages } from '../../../shared/list/ListPages.tsx'
import { ListTable } from '../../../shared/list/ListTable.tsx'
import { useNarrow } from '../../../shared/list/use-narrow.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { type AlarmSearch, DEFAULT_PAGE_SIZE, pageSearch, type StatisticsSort } from '../alarm-search.ts'
import { alarmStatisticsQueries } from './alarm-statistics.queries.ts'
import { askedWindow } from './statistics-window.ts'
import { subjectColumns } from './subject-columns.tsx'

const MOST_ALARMS_FIRST = '-raised'

interface Props {
  search: AlarmSearch
  /** For the links to the history. */
  window: Pick<AlarmSearch, 'from' | 'to'>
  onSearch: (part: AlarmSearch) => void
}

/** The same figures for each tank or firm, sortable by each. */
export function AlarmsBySubject({ search, window, onSearch }: Props) {
  const { t } = useTranslation()
  const headingId = useId()
  const narrow = useNarrow()
  const { by = 'tank', sort = MOST_ALARMS_FIRST, page = 1, per_page = DEFAULT_PAGE_SIZE, tank, firm, from, to } = search
  const list = useQuery(
    alarmStatisticsQueries.list({
      ...askedWindow(search, serverNow()),
      by,
      page,
      per_page,
      sort: [{ field: sort.replace('-', '') as never, descending: sort.startsWith('-') }],
      ...(tank === undefined ? {} : { tank_id: tank }),
      ...(firm === undefined ? {} : { firm_id: firm }),
    }),
  )
  const { data } = list
  const columns = subjectColumns(t, by, { history: window, chosen: { from, to } })
  const label = t(by === 'tank' ? 'alarmStatistics.byTank' : 'alarmStatistics.byFirm')
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h2" id={headingId}>
          {t('alarmStatistics.bySubject')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={by}
          onChange={(_, next: 'tank' | 'firm' | null) => next && onSearch({ by: next === 'firm' ? next : undefined })}
          aria-label={t('alarmStatistics.bySubject')}
          sx={{ bgcolor: 'background.paper' }}
        >
          <ToggleButton value="tank">{t('alarmStatistics.byTank')}</ToggleButton>
          <ToggleButton value="firm">{t('alarmStatistics.byFirm')}</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      {list.error && (
        <ErrorAlert title={t('alarmStatistics.loadFailed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <Skeleton variant="rounded" height={240} />}
      {data?.total === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('alarmStatistics.nothing')}</Typography>}
      {data && data.data.length > 0 && (
        <Paper variant="outlined" sx={{ overflow: 'hidden', ...(narrow ? { border: 0, bgcolor: 'transparent' } : {}) }}>
          {narrow ? (
            <ListCards label={label} rows={data.data} card={(row) => <SubjectCard columns={columns} row={row} />} />
          ) : (
            <ListTable
              label={label}
              columns={columns}
              rows={data.data}
              sort={sort}
              onSort={(next: StatisticsSort) => onSearch({ sort: next })}
            />
          )}
        </Paper>
      )}
      {data && data.total > 0 && (data.last_page > 1 || per_page !== DEFAULT_PAGE_SIZE) && (
        <ListPages page={data} onChange={(change) => onSearch(pageSearch(change))} />
      )}
    </Box>
  )
}

function SubjectCard({ columns, row }: { columns: ReturnType<typeof subjectColumns>; row: AlarmStatisticsRow }) {
  const { t } = useTranslation()
  const [name, ...rest] = columns
  return (
    <>
      {name?.cell(row)}
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: '4px 12px', m: 0, mt: 0.5 }}>
        {rest.map(({ key, label, cell }) => (
          <Box key={key} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {label.map((word) => t(word)).join(' / ')}
            </Box>
            <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
              {cell(row)}
            </Box>
          </Box>
        ))}
      </Box>
    </>
  )
}

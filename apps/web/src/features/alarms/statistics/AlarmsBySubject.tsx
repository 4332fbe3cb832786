import type { AlarmStatisticsRow } from '@dalyan/contracts/alarm-statistics'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenTimeRange } from '../../../shared/charts/time-range.ts'
import { formatLength } from '../../../shared/format/age.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { ListPages } from '../../../shared/list/ListPages.tsx'
import type { ListColumn } from '../../../shared/list/ListTable.tsx'
import { ListRows } from '../../../shared/list/ListView.tsx'
import type { ListChange } from '../../../shared/list/use-list.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { TankLink } from '../../records/public/TankLink.tsx'
import type { AlarmSearch } from '../alarm-search.ts'
import { alarmStatisticsQueries } from './alarm-statistics.queries.ts'
import { waitText } from './AlarmFiguresGrid.tsx'

interface Props {
  search: AlarmSearch
  /** For the links to the history. */
  window: OpenTimeRange
  onSearch: (part: ListChange) => void
}

/** The same figures for each tank or firm, sortable by each. */
export function AlarmsBySubject({ search, window, onSearch }: Props) {
  const { t } = useTranslation()
  const headingId = useId()
  const { by = 'tank', sort = '-raised', from, to } = search
  const list = useQuery(alarmStatisticsQueries.list(search))
  const { data } = list
  const columns = subjectColumns(t, by, window, { from, to })
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
      <QueryError title={t('alarmStatistics.loadFailed')} query={list} />
      {list.isPending && <Skeleton variant="rounded" height={240} />}
      {data?.total === 0 && <Quiet>{t('alarmStatistics.nothing')}</Quiet>}
      {data && data.data.length > 0 && (
        <ListRows
          label={label}
          columns={columns}
          card={(row) => <SubjectCard columns={columns} row={row} />}
          rows={data.data}
          sort={sort}
          onSort={(next) => onSearch({ sort: next })}
        />
      )}
      {data && data.total > 0 && (data.last_page > 1 || search.per_page !== undefined) && (
        <ListPages page={data} onChange={onSearch} />
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

const small = { display: 'block', fontSize: '0.8125rem', color: 'text.secondary' } as const

const lengthOf = (seconds: number) => (seconds === 0 ? '–' : formatLength(seconds * 1000))

const searchOf = (by: 'tank' | 'firm', id: number): AlarmSearch => ({ [by]: id })

/** A number linked to its alarms, if there are any; `search` is null for tanks without a firm, which cannot be filtered. */
function Counted({ count, search, label }: { count: string; search: AlarmSearch | null; label: string }) {
  if (search === null || count === '0') return count
  return (
    <RouterLink to="/alarms" search={search} aria-label={label} sx={{ display: 'inline-block', minWidth: 24, py: 0.5 }}>
      {count}
    </RouterLink>
  )
}

/**
 * The columns of tanks or firms with their alarms.
 * @param window for the links to the history
 * @param chosen the window of the statistics, also used when a firm links to its tanks
 */
function subjectColumns(
  t: TFunction,
  by: 'tank' | 'firm',
  window: OpenTimeRange,
  chosen: OpenTimeRange,
): ListColumn<AlarmStatisticsRow>[] {
  const nameOf = ({ of }: AlarmStatisticsRow) => of?.code ?? t('alarmStatistics.noFirm')
  return [
    {
      key: 'name',
      label: [by === 'tank' ? 'alarmStatistics.byTank' : 'alarmStatistics.byFirm'],
      sort: 'code',
      cell: ({ of }) => {
        if (of === null) return t('alarmStatistics.noFirm')
        if (by === 'firm') {
          return (
            <RouterLink to="/alarms" search={{ tab: 'statistics', firm: of.id, ...chosen }} sx={{ fontWeight: 700 }}>
              {of.name}
            </RouterLink>
          )
        }
        return (
          <>
            <TankLink tank={of} />
            <Box component="span" sx={small}>
              {of.name}
            </Box>
          </>
        )
      },
    },
    {
      key: 'raised',
      label: ['alarmStatistics.fields.raised'],
      sort: 'raised',
      align: 'right',
      cell: (row) => (
        <>
          <Counted
            count={formatNumber(row.raised)}
            search={row.of && { tab: 'history', ...searchOf(by, row.of.id), ...window }}
            label={t('alarmStatistics.raisedOf', { count: row.raised, name: nameOf(row) })}
          />
          {row.critical > 0 && <Box sx={small}>{t('alarmStatistics.criticalOf', { count: row.critical })}</Box>}
        </>
      ),
    },
    {
      key: 'out',
      label: ['alarmStatistics.fields.out'],
      sort: 'out_seconds',
      align: 'right',
      cell: ({ out_seconds }) => lengthOf(out_seconds),
    },
    {
      key: 'silent',
      label: ['alarmStatistics.fields.silent'],
      sort: 'silent_seconds',
      align: 'right',
      from: 1000,
      cell: ({ silent_seconds }) => lengthOf(silent_seconds),
    },
    {
      key: 'quality',
      label: ['alarmStatistics.fields.quality'],
      sort: 'quality_seconds',
      align: 'right',
      from: 1200,
      cell: ({ quality_seconds }) => lengthOf(quality_seconds),
    },
    {
      key: 'wait',
      label: ['alarmStatistics.fields.wait'],
      sort: 'ack_median_seconds',
      align: 'right',
      from: 800,
      cell: (row) => (
        <>
          {waitText(row) ?? '–'}
          {row.ack_p90_seconds !== null && (
            <Box sx={small}>{t('alarmStatistics.p90', { time: formatLength(row.ack_p90_seconds * 1000) })}</Box>
          )}
        </>
      ),
    },
    {
      key: 'open',
      label: ['alarmStatistics.fields.open'],
      sort: 'open',
      align: 'right',
      cell: (row) => (
        <>
          <Counted
            count={formatNumber(row.open)}
            search={row.of && searchOf(by, row.of.id)}
            label={t('alarmStatistics.openOf', { count: row.open, name: nameOf(row) })}
          />
          {row.shelved > 0 && <Box sx={small}>{t('alarmStatistics.shelvedToo', { count: row.shelved })}</Box>}
        </>
      ),
    },
  ]
}

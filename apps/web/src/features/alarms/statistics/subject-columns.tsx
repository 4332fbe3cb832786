import type { AlarmStatisticsRow, STATISTICS_SORTS } from '@dalyan/contracts/alarm-statistics'
import Box from '@mui/material/Box'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatLength } from '../../../shared/format/age.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import type { Column } from '../../../shared/list/ListTable.tsx'
import { TankLink } from '../../records/public/TankLink.tsx'
import type { AlarmSearch } from '../alarm-search.ts'
import { waitText } from './AlarmFiguresGrid.tsx'
import { AlarmsLink } from './AlarmsLink.tsx'

type Sort = (typeof STATISTICS_SORTS)[number]
type TimeWindow = Pick<AlarmSearch, 'from' | 'to'>

const small = { display: 'block', fontSize: '0.8125rem', color: 'text.secondary' } as const

const lengthOf = (seconds: number) => (seconds === 0 ? '–' : formatLength(seconds * 1000))

/** The filters of this line's links: its tank or firm; null for tanks without a firm, which cannot be filtered. */
function searchOf(by: 'tank' | 'firm', { of }: AlarmStatisticsRow): Pick<AlarmSearch, 'tank' | 'firm'> | null {
  return of && { [by]: of.id }
}

/** A number linked to its alarms, if there are any. */
function Counted({ count, search, label }: { count: string; search: AlarmSearch | null; label: string }) {
  if (search === null || count === '0') return count
  return (
    <AlarmsLink to="/alarms" search={search} aria-label={label} sx={{ display: 'inline-block', minWidth: 24, py: 0.5 }}>
      {count}
    </AlarmsLink>
  )
}

interface Windows {
  /** For the links to the history and for the address of the statistics. */
  history: TimeWindow
  chosen: TimeWindow
}

/** The columns of tanks or firms with their alarms. */
export function subjectColumns(
  t: TFunction,
  by: 'tank' | 'firm',
  windows: Windows,
): Column<AlarmStatisticsRow, Sort>[] {
  const nameOf = ({ of }: AlarmStatisticsRow) => of?.code ?? t('alarmStatistics.noFirm')
  const history = (row: AlarmStatisticsRow): AlarmSearch | null => {
    const subject = searchOf(by, row)
    return subject && { tab: 'history', ...subject, ...windows.history }
  }
  return [
    {
      key: 'name',
      label: [by === 'tank' ? 'alarmStatistics.byTank' : 'alarmStatistics.byFirm'],
      sort: 'code',
      cell: (row) => <SubjectName by={by} row={row} chosen={windows.chosen} />,
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
            search={history(row)}
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
            search={searchOf(by, row)}
            label={t('alarmStatistics.openOf', { count: row.open, name: nameOf(row) })}
          />
          {row.shelved > 0 && <Box sx={small}>{t('alarmStatistics.shelvedToo', { count: row.shelved })}</Box>}
        </>
      ),
    },
  ]
}

interface Props {
  by: 'tank' | 'firm'
  row: AlarmStatisticsRow
  /** The filters of the statistics, also used when a firm links to its tanks. */
  chosen: Pick<AlarmSearch, 'from' | 'to'>
}

/** Links a tank to its page, a firm to the statistics of its tanks. */
function SubjectName({ by, row: { of }, chosen }: Props) {
  const { t } = useTranslation()
  if (of === null) return t('alarmStatistics.noFirm')
  const name = (
    <Box component="span" sx={{ display: 'block', fontSize: '0.8125rem', color: 'text.secondary' }}>
      {of.name}
    </Box>
  )
  if (by === 'firm') {
    return (
      <AlarmsLink to="/alarms" search={{ tab: 'statistics', firm: of.id, ...chosen }} sx={{ fontWeight: 700 }}>
        {of.name}
      </AlarmsLink>
    )
  }
  return (
    <>
      <TankLink tank={of} />
      {name}
    </>
  )
}

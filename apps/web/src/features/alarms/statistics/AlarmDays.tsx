import type { AlarmDay } from '@dalyan/contracts/alarm-statistics'
import { SEVERITIES } from '@dalyan/contracts/range-templates'
import { mdiChartBar, mdiTableLarge } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { type RefCallback, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../shared/format/number.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { TitledCard } from '../../../shared/ui/TitledCard.tsx'
import type { AlarmSearch } from '../alarm-search.ts'
import { SEVERITY_ICON } from '../public/alarm-look.ts'
import { AlarmsLink } from './AlarmsLink.tsx'
import { barsOf, type DayBar, mostBars, dayText } from './day-bars.ts'
import { DayBars, severityFill } from './DayBars.tsx'
import { windowOfDays } from './statistics-window.ts'

/** The greatest width beside the bars: the axis labels. */
const AXIS_PX = 40

interface Props {
  days: readonly AlarmDay[]
  /** Further filters of the links to the history. */
  of: Pick<AlarmSearch, 'tank' | 'firm'>
}

/** Alarms a day by severity, as bars or as a table. */
export function AlarmDays({ days, of }: Props) {
  const { t } = useTranslation()
  const [isTable, setIsTable] = useState(false)
  const [place, width] = useWidth()
  // The axis takes a part of the width.
  const bars = barsOf(days, mostBars(width === null ? null : width - AXIS_PX))
  const total = bars.reduce((sum, bar) => sum + bar.total, 0)
  const highest = bars.reduce<DayBar | null>((most, bar) => (bar.total > (most?.total ?? 0) ? bar : most), null)
  const perBar = Math.ceil(days.length / bars.length)
  const searchOf = ({ first, last }: DayBar): AlarmSearch => ({ tab: 'history', ...of, ...windowOfDays(first, last) })
  const title = t(
    perBar <= 1 ? 'alarmStatistics.days' : perBar <= 7 ? 'alarmStatistics.weeks' : 'alarmStatistics.periods',
  )
  return (
    <TitledCard
      icon={mdiChartBar}
      title={title}
      action={
        total > 0 && (
          <Button
            startIcon={<Icon path={isTable ? mdiChartBar : mdiTableLarge} />}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? t('common.aria.showAsChart') : t('common.aria.showAsTable')}
          </Button>
        )
      }
    >
      <Box component="p" sx={{ m: 0, mb: 2, color: 'text.secondary', fontSize: '0.875rem' }}>
        {highest === null
          ? t('alarmStatistics.noAlarms')
          : t('alarmStatistics.daysSummary', {
              count: total,
              average: formatNumber(total / days.length, 1),
              day: dayText(highest),
              most: highest.total,
            })}
      </Box>
      {isTable ? (
        <DayTable label={t('alarmStatistics.table', { title })} bars={bars} searchOf={searchOf} />
      ) : (
        <div ref={place}>
          <DayBars bars={bars} searchOf={searchOf} />
        </div>
      )}
      {!isTable && total > 0 && <Legend />}
    </TitledCard>
  )
}

/** The width of an element in CSS pixels; null until it is measured, or without layout. */
function useWidth(): [RefCallback<HTMLElement>, number | null] {
  const [width, setWidth] = useState<number | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const watch = new ResizeObserver(() => setWidth(element.clientWidth || null))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [ref, width]
}

function Legend() {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 16px', mt: 1, fontSize: '0.8125rem' }}>
      {SEVERITIES.map((severity) => (
        <Box component="span" key={severity} sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
          <Box component="span" sx={({ tokens }) => ({ ...severityFill(severity, tokens), width: 16, height: 12 })} />
          <Icon path={SEVERITY_ICON[severity]} sx={{ fontSize: 16 }} />
          {t(`alarms.severity.${severity}`)}
        </Box>
      ))}
    </Box>
  )
}

function DayTable({
  label,
  bars,
  searchOf,
}: {
  label: string
  bars: readonly DayBar[]
  searchOf: (bar: DayBar) => AlarmSearch
}) {
  const { t } = useTranslation()
  return (
    <TableContainer role="region" aria-label={label} tabIndex={0} sx={{ maxHeight: 280 }}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('alarmStatistics.fields.day')}</TableCell>
            <TableCell align="right">{t('alarmStatistics.fields.raised')}</TableCell>
            {SEVERITIES.map((severity) => (
              <TableCell key={severity} align="right">
                {t(`alarms.severity.${severity}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {bars.map((bar) => (
            <TableRow key={bar.first}>
              <TableCell>{dayText(bar)}</TableCell>
              <TableCell align="right">
                <AlarmsLink
                  to="/alarms"
                  search={searchOf(bar)}
                  aria-label={t('alarmStatistics.bar', { day: dayText(bar), count: bar.total, critical: bar.critical })}
                >
                  {bar.total}
                </AlarmsLink>
              </TableCell>
              {SEVERITIES.map((severity) => (
                <TableCell key={severity} align="right">
                  {bar[severity]}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

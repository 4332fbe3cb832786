import type { AlarmDay } from '@dalyan/contracts/alarm-statistics'
import { SEVERITIES, type Severity } from '@dalyan/contracts/alarm-words'
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
import type { ThemeTokens } from '../../../shared/theme/tokens.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { TitledCard } from '../../../shared/ui/PageSection.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import type { AlarmSearch } from '../alarm-search.ts'
import { SEVERITY_ICON } from '../public/alarm-look.ts'
import { barsOf, type DayBar, dayText, mostBars, roundedTop } from './day-bars.ts'
import { windowOfDays } from './alarm-statistics.queries.ts'

/** The greatest width beside the bars: the axis labels. */
const AXIS_PX = 40
const DAY_SECONDS = 24 * 60 * 60

interface Props {
  days: readonly AlarmDay[]
  /** How long alarms were possible in these days. Absent or null: unknown. No average is shown then, or below one day. */
  watchedSeconds?: number | null | undefined
  /** Further filters of the links to the history. */
  of: Pick<AlarmSearch, 'tank' | 'firm'>
}

/** Alarms a day by severity, as bars or as a table. */
export function AlarmDays({ days, watchedSeconds, of }: Props) {
  const { t } = useTranslation()
  const [isTable, setIsTable] = useState(false)
  const [container, width] = useWidth()
  // The axis takes a part of the width.
  const bars = barsOf(days, mostBars(width === null ? null : width - AXIS_PX))
  const total = bars.reduce((sum, bar) => sum + bar.total, 0)
  const highest = bars.reduce<DayBar | null>((most, bar) => (bar.total > (most?.total ?? 0) ? bar : most), null)
  const watchedDays = (watchedSeconds ?? 0) / DAY_SECONDS
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
          : t(watchedDays < 1 ? 'alarmStatistics.daysTotal' : 'alarmStatistics.daysSummary', {
              count: total,
              average: formatNumber(total / watchedDays, 1),
              day: dayText(highest),
              most: highest.total,
            })}
      </Box>
      {isTable ? (
        <DayTable label={t('alarmStatistics.table', { title })} bars={bars} searchOf={searchOf} />
      ) : (
        <div ref={container}>
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

/** The same as a table. */
function DayTable({ label, bars, searchOf }: DayBarsProps & { label: string }) {
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
                <RouterLink
                  to="/alarms"
                  search={searchOf(bar)}
                  aria-label={t('alarmStatistics.bar', { day: dayText(bar), count: bar.total, critical: bar.critical })}
                >
                  {bar.total}
                </RouterLink>
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

const HEIGHT_PX = 160
const LABELS = 5

/** Each severity has its own texture besides its colour: full, hatched, hollow. */
function severityFill(severity: Severity, { alarm }: ThemeTokens) {
  const { fill, border } = alarm[`${severity}_unack`]
  if (severity === 'critical') return { bgcolor: fill, border: `1px solid ${border}` }
  if (severity === 'info') return { bgcolor: 'transparent', border: `1px solid ${border}` }
  return {
    background: `repeating-linear-gradient(45deg, ${fill} 0 4px, transparent 4px 6px)`,
    border: `1px solid ${border}`,
  }
}

interface DayBarsProps {
  bars: readonly DayBar[]
  searchOf: (bar: DayBar) => AlarmSearch
}

/** Alarms a day as bars, for sighted and pointer users; the table beside it has the same data. */
function DayBars({ bars, searchOf }: DayBarsProps) {
  const { t } = useTranslation()
  const top = roundedTop(bars)
  const step = Math.max(1, Math.ceil(bars.length / LABELS))
  return (
    <Box aria-hidden sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1 }}>
      <Box
        sx={({ tokens: { chart } }) => ({
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          height: HEIGHT_PX,
          my: '-0.6em',
          py: '0.1em',
          lineHeight: 1,
          textAlign: 'right',
          fontSize: '0.75rem',
          fontVariantNumeric: 'tabular-nums',
          color: chart.axisText,
        })}
      >
        <span>{top}</span>
        <span>0</span>
      </Box>
      <Box
        data-bars
        sx={({ tokens: { chart } }) => ({
          display: 'flex',
          alignItems: 'stretch',
          height: HEIGHT_PX,
          borderTop: `1px solid ${chart.grid}`,
          borderBottom: `1px solid ${chart.axisText}`,
        })}
      >
        {bars.map((bar) => (
          <RouterLink
            key={bar.first}
            to="/alarms"
            search={searchOf(bar)}
            tabIndex={-1}
            underline="none"
            title={t('alarmStatistics.bar', {
              day: dayText(bar),
              count: bar.total,
              critical: bar.critical,
            })}
            sx={({ tokens: { palette } }) => ({
              display: 'flex',
              flexDirection: 'column-reverse',
              flex: '1 1 0',
              minWidth: 0,
              px: bars.length > 40 ? '0.5px' : '2px',
              '&:hover': { bgcolor: palette.hoverRow },
            })}
          >
            {SEVERITIES.map((severity) =>
              bar[severity] === 0 ? null : (
                <Box
                  key={severity}
                  sx={({ tokens }) => ({
                    ...severityFill(severity, tokens),
                    height: `${(bar[severity] / top) * 100}%`,
                    minHeight: 3,
                  })}
                />
              ),
            )}
          </RouterLink>
        ))}
      </Box>
      <span />
      <Box sx={({ tokens: { chart } }) => ({ display: 'flex', pt: 0.5, fontSize: '0.75rem', color: chart.axisText })}>
        {bars.map((bar, index) => (
          <Box key={bar.first} sx={{ flex: '1 1 0', minWidth: 0, whiteSpace: 'nowrap', overflow: 'visible' }}>
            {index % step === 0 ? dayText({ first: bar.first, last: bar.first }, true) : ''}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

import { SEVERITIES, type Severity } from '@dalyan/contracts/range-templates'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { ThemeTokens } from '../../../shared/theme/tokens.ts'
import type { AlarmSearch } from '../alarm-search.ts'
import { AlarmsLink } from './AlarmsLink.tsx'
import { type DayBar, roundedTop, dayText } from './day-bars.ts'

const HEIGHT_PX = 160
const LABELS = 5

/** Each severity has its own texture besides its colour: full, hatched, hollow. */
export function severityFill(severity: Severity, { alarm }: ThemeTokens) {
  const { fill, border } = alarm[`${severity}_unack`]
  if (severity === 'critical') return { bgcolor: fill, border: `1px solid ${border}` }
  if (severity === 'info') return { bgcolor: 'transparent', border: `1px solid ${border}` }
  return {
    background: `repeating-linear-gradient(45deg, ${fill} 0 4px, transparent 4px 6px)`,
    border: `1px solid ${border}`,
  }
}

interface Props {
  bars: readonly DayBar[]
  searchOf: (bar: DayBar) => AlarmSearch
}

/** Alarms a day as bars, for sighted and pointer users; the table beside it has the same data. */
export function DayBars({ bars, searchOf }: Props) {
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
          <AlarmsLink
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
          </AlarmsLink>
        ))}
      </Box>
      <span />
      <Box sx={({ tokens: { chart } }) => ({ display: 'flex', pt: 0.5, fontSize: '0.75rem', color: chart.axisText })}>
        {bars.map((bar, place) => (
          <Box key={bar.first} sx={{ flex: '1 1 0', minWidth: 0, whiteSpace: 'nowrap', overflow: 'visible' }}>
            {place % step === 0 ? dayText({ first: bar.first, last: bar.first }, true) : ''}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

import type { HealthHistory } from '@dalyan/contracts/device-health'
import { HEALTH_BOUNDS, LOW_BATTERY } from '@dalyan/contracts/health-words'
import type { Terminal } from '@dalyan/contracts/terminals'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { visibleText } from '../../../shared/format/visible-text.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { PageSection } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { diagnosisQueries } from '../diagnosis/diagnosis.queries.ts'
import { batteryText, signalText } from '../health-values.tsx'
import { DayMarks, STRIP_LOOK } from './ConnectionStrip.tsx'

const HEIGHT = 70
const HOUR_MS = 3_600_000
const HOURS = 168
/** Terminals that send rarely have no value in most hours; only a longer gap is shown as one. */
const GAP_HOURS = 26
/** The span of a signal's strip that suits most radios, dBm; weaker or stronger ones widen it. */
const SIGNAL_SPAN = [-120, -50] as const

type Hours = HealthHistory['hours']

/** Battery and signal of the last seven days, below each other; beside each other a sentence for each where the terminal sends neither. */
export function HealthStrips({ terminal }: { terminal: Terminal }) {
  const { t } = useTranslation()
  const history = useQuery({ ...diagnosisQueries.health(terminal.id), enabled: terminal.health !== null })
  const { health } = terminal
  const hours = history.data?.hours ?? []
  const lowest = Math.min(SIGNAL_SPAN[0], ...hours.flatMap(({ rssi }) => rssi ?? []))
  const highest = Math.max(SIGNAL_SPAN[1], ...hours.flatMap(({ rssi }) => rssi ?? []))
  const refused = history.data?.refused
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        alignContent: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...(!health && { sm: 'repeat(2, minmax(0, 1fr))' }) },
      }}
    >
      {history.error && <QueryError query={history} title={t('terminals.health.failed')} />}
      <PageSection title={t('terminals.health.battery')} gap={0.5}>
        {health?.battery ? (
          <>
            <Box sx={FIGURE}>{batteryText(terminal)}</Box>
            <Quiet small>{formatDateTime(health.battery.at)}</Quiet>
            <Strip
              hours={history.data && hours}
              name="battery"
              span={[HEALTH_BOUNDS.battery.min, HEALTH_BOUNDS.battery.max]}
              limit={LOW_BATTERY}
              textOf={(value) => `%${formatNumber(value)}`}
            />
          </>
        ) : (
          <Quiet>{t('terminals.health.noBattery')}</Quiet>
        )}
      </PageSection>
      <PageSection title={t('terminals.health.signal')} gap={0.5}>
        {health?.rssi ? (
          <>
            <Box sx={FIGURE}>{signalText(terminal)}</Box>
            <Quiet small>
              {[
                formatDateTime(health.rssi.at),
                health.snr && `SNR ${formatNumber(health.snr.value)} dB`,
                health.gateway && t('terminals.health.gateway', { name: visibleText(health.gateway.value) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Quiet>
            <Strip
              hours={history.data && hours}
              name="rssi"
              span={[lowest, highest]}
              limit={null}
              textOf={(value) => `${formatNumber(value)} dBm`}
            />
          </>
        ) : (
          <Quiet>{t('terminals.health.noSignal')}</Quiet>
        )}
      </PageSection>
      {refused && (
        <Quiet small>
          {t('terminals.health.refused', {
            count: refused.count,
            name: visibleText(refused.name),
            value: visibleText(refused.value),
            time: formatDateTime(refused.at),
          })}
        </Quiet>
      )}
    </Box>
  )
}

const FIGURE = { fontSize: '1.125rem', fontWeight: 700 } as const

interface StripProps {
  /** Undefined: still loading. */
  hours: Hours | undefined
  name: 'battery' | 'rssi'
  /** The values at the lower and the upper edge. */
  span: readonly [number, number]
  /** A dashed line. */
  limit: number | null
  textOf: (value: number) => string
}

/** A week of one value, an hour each, without axes. */
function Strip({ hours, name, span: [low, high], limit, textOf }: StripProps) {
  const { t } = useTranslation()
  const { chart, palette } = useTheme().tokens
  if (!hours) return <Skeleton variant="rounded" height={HEIGHT + 20} />
  const to = Math.ceil(serverNow() / HOUR_MS) * HOUR_MS
  const from = to - HOURS * HOUR_MS
  const known = hours.flatMap((hour) => {
    const value = hour[name]
    return value === null ? [] : [{ x: (Date.parse(hour.at) - from) / HOUR_MS, value }]
  })
  const values = known.map(({ value }) => value)
  const y = (value: number) => Math.round(10 * (2 + (1 - (value - low) / (high - low)) * (HEIGHT - 4))) / 10
  const path = known
    .map(({ x, value }, index) => {
      const before = known[index - 1]
      return `${before && x - before.x <= GAP_HOURS ? 'L' : 'M'}${x} ${y(value)}h.1`
    })
    .join('')
  const summary =
    values.length === 0
      ? t('terminals.health.noneInWeek')
      : t('terminals.health.summary', { lowest: textOf(Math.min(...values)), highest: textOf(Math.max(...values)) })
  return (
    <Box>
      <Box
        component="svg"
        role="img"
        aria-label={summary}
        data-chart={name}
        viewBox={`0 0 ${HOURS} ${HEIGHT}`}
        preserveAspectRatio="none"
        sx={{
          ...STRIP_LOOK,
          height: HEIGHT,
          border: `1px solid ${palette.outline}`,
          '& path': { fill: 'none', strokeWidth: 2, strokeLinejoin: 'round', vectorEffect: 'non-scaling-stroke' },
        }}
      >
        {limit !== null && <path d={`M0 ${y(limit)}H${HOURS}`} stroke={palette.outline} strokeDasharray="4 4" />}
        <path d={path} stroke={chart.series.tank_temperature.color} strokeLinecap="round" />
      </Box>
      <DayMarks from={from} to={to} step={2} />
    </Box>
  )
}

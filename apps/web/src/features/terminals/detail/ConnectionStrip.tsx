import type { TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { formatDayAndMonth } from '../../../shared/format/date-time.ts'
import { formatNumber } from '../../../shared/format/number.ts'

const HEIGHT = 28

interface Props {
  traffic: TerminalTraffic
}

/** A week as a band: filled where readings arrived, empty where none did. The list of outages beside it is its text alternative. */
export function ConnectionStrip({ traffic: { from, bucket_seconds, counts, outages } }: Props) {
  const { t } = useTranslation()
  const { chart, palette } = useTheme().tokens
  const n = formatNumber(counts.reduce((sum, count) => sum + count, 0))
  const start = Date.parse(from)
  const end = start + counts.length * bucket_seconds * 1000
  return (
    <Box>
      <Box
        component="svg"
        role="img"
        aria-label={t('terminals.detail.stripSummary', { n, count: outages.length })}
        viewBox={`0 0 ${counts.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        sx={{ ...STRIP_LOOK, height: HEIGHT, border: `1px solid ${palette.outline}` }}
      >
        {filledRuns(counts).map(({ first, length }) => (
          <rect key={first} x={first} width={length} height={HEIGHT} fill={chart.series.tank_temperature.color} />
        ))}
      </Box>
      <DayMarks from={start} to={end} />
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{t('terminals.detail.stripTotal', { n })}</Box>
    </Box>
  )
}

/** The box of a strip over days, besides its height and border. */
export const STRIP_LOOK = { display: 'block', width: '100%', borderRadius: 1 } as const

interface DayMarksProps {
  /** Epoch milliseconds of both ends of the strip. */
  from: number
  to: number
  /** Names every day, or every second one where the strip is narrow. */
  step?: 1 | 2
}

/** The dates below a strip, each where its day begins. */
export function DayMarks({ from, to, step = 1 }: DayMarksProps) {
  // The last date must not leave the strip at the right.
  const rightmost = step === 1 ? 92 : 88
  return (
    <Box aria-hidden sx={{ position: 'relative', height: 20, fontSize: '0.75rem', color: 'text.secondary' }}>
      {daysBetween(from, to)
        .filter((_, index) => index % step === 0)
        .map((day) => (
          <Box
            component="span"
            key={day}
            sx={{
              position: 'absolute',
              left: `${Math.min(((day - from) / (to - from)) * 100, rightmost)}%`,
              whiteSpace: 'nowrap',
            }}
          >
            {formatDayAndMonth(day)}
          </Box>
        ))}
    </Box>
  )
}

const DAY_MS = 86_400_000
/** Turkey has UTC+3 all year. */
const ZONE_MS = 3 * 3_600_000

/** Runs of consecutive buckets with readings, by the index of their first one. */
export function filledRuns(counts: readonly number[]): { first: number; length: number }[] {
  const runs: { first: number; length: number }[] = []
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue
    const last = runs.at(-1)
    if (last && last.first + last.length === index) last.length += 1
    else runs.push({ first: index, length: 1 })
  }
  return runs
}

/** The midnights of Istanbul between both, epoch milliseconds. */
export function daysBetween(from: number, to: number): number[] {
  const first = Math.ceil((from + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / DAY_MS)) }, (_, n) => first + n * DAY_MS)
}

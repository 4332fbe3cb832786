import type { TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../shared/format/date-time.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { daysBetween, filledRuns } from './strip-geometry.ts'

const HEIGHT = 28

interface Props {
  traffic: TerminalTraffic
}

/** A week as a band: filled where readings arrived, empty where none did. The list of outages beside it is its text alternative. */
export function ConnectionStrip({ traffic: { from, to, bucket_seconds, counts, outages } }: Props) {
  const { t } = useTranslation()
  const { chart, palette } = useTheme().tokens
  const n = formatNumber(counts.reduce((sum, count) => sum + count, 0))
  const start = Date.parse(from)
  const positionOf = (at: number) => ((at - start) / (counts.length * bucket_seconds * 1000)) * 100
  return (
    <Box>
      <Box
        component="svg"
        role="img"
        aria-label={t('terminals.detail.stripSummary', { n, count: outages.length })}
        viewBox={`0 0 ${counts.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        sx={{
          display: 'block',
          width: '100%',
          height: HEIGHT,
          borderRadius: 1,
          border: `1px solid ${palette.outline}`,
        }}
      >
        {filledRuns(counts).map(({ first, length }) => (
          <rect key={first} x={first} width={length} height={HEIGHT} fill={chart.series.tank_temperature.color} />
        ))}
      </Box>
      <Box aria-hidden sx={{ position: 'relative', height: 20, fontSize: '0.75rem', color: 'text.secondary' }}>
        {daysBetween(start, Date.parse(to)).map((day) => (
          <Box
            component="span"
            key={day}
            sx={{ position: 'absolute', left: `${Math.min(positionOf(day), 92)}%`, whiteSpace: 'nowrap' }}
          >
            {formatDate(day).slice(0, 5)}
          </Box>
        ))}
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{t('terminals.detail.stripTotal', { n })}</Box>
    </Box>
  )
}

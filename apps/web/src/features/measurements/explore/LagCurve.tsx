import type { Scatter } from '@dalyan/contracts/explore'
import Slider from '@mui/material/Slider'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { airyRange, niceTicks, tickDecimals } from '../../../shared/charts/nice-ticks.ts'
import { SvgPlot } from '../../../shared/charts/SvgPlot.tsx'
import { formatDuration, formatLength } from '../../../shared/format/age.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { PageSection } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'

const MINUTE_MS = 60_000
const HOUR_TICKS = [-360, -180, 0, 180, 360]

interface Props {
  scatter: Scatter
  /** Name of the second value. */
  name: string
  onLag: (minutes: number) => void
}

/** How the relation changes when the second value is taken later or earlier, and the choice of the lag. */
export function LagCurve({ scatter: { lags, best_lag, lag_minutes }, name, onLag }: Props) {
  const { t } = useTranslation()
  const { palette } = useTheme().tokens
  const [moving, setMoving] = useState<number | null>(null)
  const at = moving ?? lag_minutes
  const values = lags.r.filter((r) => r !== null)
  const domain = airyRange([...values, 0], 0.1)
  const ticks = niceTicks(domain, 4)
  const decimals = tickDecimals(ticks)
  const rAt = lags.r[lags.minutes.indexOf(at)] ?? null
  const step = Math.max(15, (lags.minutes[1] ?? 15) - (lags.minutes[0] ?? 0))
  const best = best_lag
    ? t('explore.relation.bestLag', { lag: lagText(t, name, best_lag.minutes), r: formatNumber(best_lag.r, 2) })
    : t('explore.relation.noLag')
  return (
    <PageSection title={t('explore.relation.lag')} gap={0.5}>
      <SvgPlot
        name="lag"
        summary={`${t('explore.relation.lagSummary')} ${best}`}
        height={140}
        x={{ domain: [-360, 360], ticks: HOUR_TICKS, label: hourLabel }}
        y={{ domain, ticks, label: (r) => formatNumber(r, decimals) }}
      >
        {(frame) => (
          <>
            <path d={curve(lags, frame)} fill="none" stroke={palette.textPrimary} strokeWidth={1.75} />
            {best_lag && (
              <circle
                cx={frame.x(best_lag.minutes)}
                cy={frame.y(best_lag.r)}
                r={4.5}
                fill={palette.surface}
                stroke={palette.textPrimary}
                strokeWidth={2}
              />
            )}
            <path
              d={`M${frame.x(at)} ${frame.top}V${frame.top + frame.height}`}
              stroke={palette.primary.text}
              strokeWidth={2}
            />
            {rAt !== null && <circle cx={frame.x(at)} cy={frame.y(rAt)} r={5} fill={palette.primary.text} />}
          </>
        )}
      </SvgPlot>
      <Box sx={{ pl: '52px', pr: '22px' }}>
        <Slider
          size="small"
          min={-360}
          max={360}
          step={step}
          value={at}
          aria-label={t('explore.relation.lag')}
          getAriaValueText={(minutes) => lagText(t, name, minutes)}
          onChange={(_, minutes) => setMoving(minutes as number)}
          onChangeCommitted={(_, minutes) => {
            setMoving(null)
            onLag(minutes as number)
          }}
          data-print="hide"
        />
      </Box>
      <Box sx={{ fontSize: '0.875rem', fontWeight: 700 }}>{lagText(t, name, at)}</Box>
      <Quiet small>{best}</Quiet>
    </PageSection>
  )
}

/** `pH 45 dk sonra` */
function lagText(t: TFunction, name: string, minutes: number): string {
  if (minutes === 0) return t('explore.relation.sameTime')
  const length = formatLength(Math.abs(minutes) * MINUTE_MS)
  return t(minutes > 0 ? 'explore.relation.later' : 'explore.relation.earlier', { name, length })
}

function hourLabel(minutes: number): string {
  if (minutes === 0) return '0'
  return `${minutes > 0 ? '+' : '−'}${formatDuration(Math.abs(minutes) * MINUTE_MS)}`
}

/** A line that is interrupted where there is no value. */
function curve({ minutes, r }: Scatter['lags'], frame: { x: (v: number) => number; y: (v: number) => number }): string {
  return minutes
    .map((minute, i) => {
      const value = r[i] ?? null
      if (value === null) return ''
      return `${(r[i - 1] ?? null) === null ? 'M' : 'L'}${frame.x(minute)} ${frame.y(value)}`
    })
    .join('')
}

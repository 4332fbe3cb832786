import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatStep } from '../../../../shared/format/age.ts'
import { formatDateTime } from '../../../../shared/format/date-time.ts'
import { type DrawnCharts, drawnMarks } from './drawn-marks.ts'

interface ChartLegendProps {
  /** Epoch seconds. */
  window: { from: number; to: number }
  bucketSeconds: number
  /** Null: no charts are on screen. */
  charts: DrawnCharts | null
}

/** The window as text, the meaning of the marks that are drawn, and whether points summarise several readings. */
export function ChartLegend({ window, bucketSeconds, charts }: ChartLegendProps) {
  const { t } = useTranslation()
  const { chart } = useTheme().tokens
  const hatch = useId()
  const drawn = drawnMarks(charts)
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: '4px 16px',
        alignItems: 'center',
        my: 1,
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      <span>
        {formatDateTime(window.from * 1000)} – {formatDateTime(window.to * 1000)} (UTC+3)
      </span>
      {drawn.limits && (
        <Key label={t('measurements.legend.normalRange')}>
          <rect
            width={22}
            height={10}
            y={1}
            fill={chart.bandFill.composited}
            stroke={chart.bandStroke}
            strokeDasharray="3 2"
          />
        </Key>
      )}
      {drawn.outOfRange && (
        <Key label={t('measurements.legend.outOfRange')}>
          <line x1={1} x2={21} y1={6} y2={6} stroke={chart.outOfRange.color} strokeWidth={chart.outOfRange.width} />
        </Key>
      )}
      {drawn.gaps && (
        <Key label={t('measurements.legend.noData')}>
          <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1={0} x2={0} y1={0} y2={6} stroke={chart.axisText} strokeWidth={1.5} />
          </pattern>
          <rect width={22} height={12} fill={`url(#${hatch})`} />
        </Key>
      )}
      {drawn.alarms && (
        <Key label={t('measurements.legend.alarm')}>
          <path d="M6 0h10l-5 8z" fill={chart.outOfRange.color} />
          <line x1={11} x2={11} y1={0} y2={12} stroke={chart.outOfRange.color} />
        </Key>
      )}
      {bucketSeconds > 0 && <span>{t('measurements.summarised', { step: formatStep(bucketSeconds * 1000) })}</span>}
    </Box>
  )
}

function Key({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <svg aria-hidden width={22} height={12}>
        {children}
      </svg>
      {label}
    </Box>
  )
}

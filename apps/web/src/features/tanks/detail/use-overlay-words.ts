import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OverlayWords } from '../../../shared/charts/OverlayCard.tsx'
import { metricTitle } from '../../../shared/charts/metric-title.ts'

const PLACE = {
  tank_temperature: 'tanks.overlay.tank',
  ambient_temperature: 'tanks.overlay.ambient',
  ambient_humidity: 'tanks.overlay.ambient',
  cabinet_temperature: 'tanks.overlay.cabinet',
  cabinet_humidity: 'tanks.overlay.cabinet',
} as const satisfies Partial<Record<MetricKey, unknown>>

const QUANTITY = { '°C': 'tanks.overlay.temperatures', '%': 'tanks.overlay.humidities' } as const

/** What the charts are called that temperatures and humidities share, and which line is whose. */
export function useOverlayWords(): OverlayWords {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      title: (metric) => {
        const { unit } = metricOf(metric)
        return unit === '°C' || unit === '%' ? `${t(QUANTITY[unit])} (${unit})` : metricTitle(t, metric)
      },
      label: (metric) => (isPlaced(metric) ? t(PLACE[metric]) : t(`measurements.metrics.${metric}`)),
      summary: (title, labels) => t('tanks.overlay.summary', { title, lines: labels.join(', ') }),
    }),
    [t],
  )
}

function isPlaced(metric: MetricKey): metric is keyof typeof PLACE {
  return metric in PLACE
}

import type { Stats } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { spanOf, type TimeRange } from '../../shared/charts/time-range.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatNumber } from '../../shared/format/number.ts'
import { worstShare } from './out-of-range-share.ts'

interface Props {
  /** How many readings there are; undefined: not known yet. */
  total: number | undefined
  /** Of a single tank. */
  stats: Stats | undefined
  metrics: readonly MetricKey[]
  range: TimeRange
}

/** `2.880 ölçüm · Aralık dışında geçen süre: %3` */
export function SummaryLine({ total, stats, metrics, range }: Props) {
  const { t } = useTranslation()
  const worst = stats && total !== 0 && worstShare(stats, metrics, elapsedSeconds(range))
  const parts = [
    total !== undefined && `${formatNumber(total)} ${t('explorer.readings')}`,
    worst &&
      (worst.share === 0 || metrics.length === 1
        ? t('explorer.share', { share: shareWords(t, worst.share) })
        : t('explorer.worstShare', {
            share: shareWords(t, worst.share),
            metric: t(`measurements.metrics.${worst.metric}`),
          })),
  ]
  return (
    <Typography variant="body2" component="p" sx={{ color: 'text.secondary' }}>
      {parts.filter(Boolean).join(' · ')}
    </Typography>
  )
}

/** How much of a window has passed by now. */
function elapsedSeconds(range: TimeRange): number {
  const now = serverNow()
  const span = spanOf(range, now)
  return span ? (Math.min(span.to, now) - span.from) / 1000 : 0
}

function shareWords(t: TFunction, share: number): string {
  if (share > 0 && share < 0.01) return t('explorer.lessThanOne')
  return `%${formatNumber(Math.round(share * 100))}`
}

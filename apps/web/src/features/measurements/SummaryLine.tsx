import type { Stats } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../shared/format/number.ts'
import { worstShare } from './out-of-range-share.ts'

interface Props {
  /** How many readings there are; undefined: not known yet. */
  total: number | undefined
  /** Of a single tank. */
  stats: Stats | undefined
  metrics: readonly MetricKey[]
  /** Seconds of the window up to now. */
  elapsed: number
}

/** `2.880 ölçüm · Aralık dışında geçen süre: %3` */
export function SummaryLine({ total, stats, metrics, elapsed }: Props) {
  const { t } = useTranslation()
  const worst = stats && total !== 0 && worstShare(stats, metrics, elapsed)
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

function shareWords(t: TFunction, share: number): string {
  if (share > 0 && share < 0.01) return t('explorer.lessThanOne')
  return `%${formatNumber(Math.round(share * 100))}`
}

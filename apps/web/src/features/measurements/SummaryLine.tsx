import type { MeasurementPage, Stats } from '@dalyan/contracts/measurements'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { spanOf, type TimeRange } from '../../shared/charts/time-range.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatNumber } from '../../shared/format/number.ts'
import type { ExplorerView } from './explorer-search.ts'
import { worstShare } from './out-of-range-share.ts'
import { chosenMetrics } from './readings.ts'

interface Props {
  /** Of the readings; undefined: not known yet. */
  list: Pick<MeasurementPage, 'total' | 'total_capped'> | undefined
  view: Pick<ExplorerView, 'metrics' | 'range' | 'isOnlyOutside'>
  /** Of a single tank. */
  stats: Stats | undefined
}

/** `2.880 ölçüm · Aralık dışında geçen süre: %3` */
export function SummaryLine({ list, view, stats }: Props) {
  const { t } = useTranslation()
  const metrics = chosenMetrics(view.metrics)
  const worst = stats && worstShare(stats, metrics, elapsedSeconds(view.range))
  const words = t(view.isOnlyOutside ? 'explorer.readingsOutside' : 'explorer.readings')
  const parts = [
    list && `${formatNumber(list.total)}${list.total_capped ? '+' : ''} ${words}`,
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

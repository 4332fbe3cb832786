import type { MeasurementPage, Stats } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { mdiCheck, mdiLinkVariant } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useRouter } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { timeSpan, type TimeRange, toLocal } from '../../shared/charts/time-range.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatNumber } from '../../shared/format/number.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useCopy } from '../../shared/ui/use-copy.ts'
import { type ExplorerLook, type ExplorerView, explorerSearch } from './explorer-search.ts'
import { chosenMetrics } from './readings.ts'
import type { ShowExplorer } from './use-explorer.ts'

const LOOKS = ['chart', 'table', 'both'] as const

interface Props {
  view: ExplorerView
  show: ShowExplorer
  /** Absent while loading. */
  list: Pick<MeasurementPage, 'total' | 'total_capped'> | undefined
  /** Statistics of a single tank. */
  stats: Stats | undefined
}

/** Switches between charts and table, counts the readings, and copies a link to what is on screen. */
export function ExplorerToolbar({ view, show, list, stats }: Props) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <ToggleButtonGroup
        exclusive
        value={view.look}
        onChange={(_, look: ExplorerLook | null) => look && show({ look })}
        aria-label={t('explorer.view')}
        sx={{ bgcolor: 'background.paper' }}
      >
        {LOOKS.map((look) => (
          <ToggleButton
            key={look}
            value={look}
            sx={{ px: 1.5, minHeight: 40, textTransform: 'none', fontWeight: 700, fontSize: '0.8125rem' }}
          >
            {t(`measurements.views.${look}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Typography variant="body2" component="p" sx={{ color: 'text.secondary' }}>
        {summaryParts(t, view, list, stats).join(' · ')}
      </Typography>
      <CopyLink view={view} />
    </Box>
  )
}

/** `2.880 ölçüm · Aralık dışında geçen süre: %3` */
function summaryParts(t: TFunction, view: ExplorerView, list: Props['list'], stats: Stats | undefined): string[] {
  const metrics = chosenMetrics(view.metrics)
  const worst = stats && worstShare(stats, metrics, elapsedSeconds(view.range))
  const unit = t(view.isOnlyOutside ? 'explorer.readingsOutside' : 'explorer.readings')
  return [
    ...(list ? [`${formatNumber(list.total)}${list.total_capped ? '+' : ''} ${unit}`] : []),
    ...(worst
      ? [
          worst.share === 0 || metrics.length === 1
            ? t('explorer.share', { share: shareText(t, worst.share) })
            : t('explorer.worstShare', {
                share: shareText(t, worst.share),
                metric: t(`measurements.metrics.${worst.metric}`),
              }),
        ]
      : []),
  ]
}

/** How much of a window has passed by now. */
function elapsedSeconds(range: TimeRange): number {
  const now = serverNow()
  const span = timeSpan(range, now)
  return span ? (Math.min(span.to, now) - span.from) / 1000 : 0
}

/**
 * The metric that was out of range longest, and its share of the elapsed time (0…1); null: none of the metrics has limits, or no time has passed.
 * @param elapsed seconds of the window up to now
 */
export function worstShare(
  stats: Stats,
  metrics: readonly MetricKey[],
  elapsed: number,
): { metric: MetricKey; share: number } | null {
  if (elapsed <= 0) return null
  return metrics.reduce<ReturnType<typeof worstShare>>((worst, metric) => {
    const seconds = stats[metric]?.out_of_range_seconds ?? null
    if (seconds === null) return worst
    const share = Math.min(1, seconds / elapsed)
    return worst && worst.share >= share ? worst : { metric, share }
  }, null)
}

function shareText(t: TFunction, share: number): string {
  if (share > 0 && share < 0.01) return t('explorer.lessThanOne')
  return `%${formatNumber(Math.round(share * 100))}`
}

/** Copies a link with absolute times, so that it shows the same hours whenever it is opened. */
function CopyLink({ view }: { view: ExplorerView }) {
  const { t } = useTranslation()
  const router = useRouter()
  const span = timeSpan(view.range, serverNow())
  const range = span ? { from: toLocal(span.from), to: toLocal(span.to) } : view.range
  const { href } = router.buildLocation({
    to: '/measurements',
    search: explorerSearch({ ...view, range, dialog: null }),
  })
  const { outcome, copy } = useCopy(new URL(href, location.origin).href)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: { sm: 'auto' } }}>
      <Box role="status" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {outcome === 'copied' && t('common.actions.copied')}
        {outcome === 'failed' && t('explorer.copyFailed')}
      </Box>
      <Button startIcon={<Icon path={outcome === 'copied' ? mdiCheck : mdiLinkVariant} />} onClick={copy}>
        {t('common.actions.copyLink')}
      </Button>
    </Box>
  )
}

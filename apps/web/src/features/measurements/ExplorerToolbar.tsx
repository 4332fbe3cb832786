import type { MeasurementPage, Stats } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isFollowing, timeSpan, type TimeRange } from '../../shared/charts/time-range.ts'
import { TimeSteps } from '../../shared/charts/TimeSteps.tsx'
import { useSeriesWindow } from '../../shared/charts/use-series-window.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { formatNumber } from '../../shared/format/number.ts'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { ExplorerMenu } from './ExplorerActions.tsx'
import type { ExplorerLook, ExplorerView, ShowExplorer } from './explorer-search.ts'
import { chosenMetrics } from './readings.ts'

const LOOKS = ['chart', 'table', 'both'] as const

interface Props {
  view: ExplorerView
  show: ShowExplorer
  children: ReactNode
}

/** Switches between charts and table; on a phone the window with its arrows, and all else in a menu. */
export function ExplorerToolbar({ view, show, children }: Props) {
  const { t } = useTranslation()
  if (useNarrow()) return <WindowBar view={view} show={show} />
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
          <ToggleButton key={look} value={look} sx={{ px: 1.5, minHeight: 40, fontSize: '0.8125rem' }}>
            {t(`measurements.views.${look}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {children}
    </Box>
  )
}

/** The shown window, between the arrows that move it. */
function WindowBar({ view, show }: Omit<Props, 'children'>) {
  const { range } = view
  const { from, to } = useSeriesWindow(range, isFollowing(range))
  return (
    <Box data-print="hide" sx={{ display: 'flex', alignItems: 'center', minWidth: 0 }}>
      <TimeSteps range={range} onStep={(next) => show({ range: next })}>
        {/* Each end stays in one line. */}
        <Box sx={{ flex: 1, fontSize: '0.8125rem', textAlign: 'center', '& span': { whiteSpace: 'nowrap' } }}>
          <span>{formatDateTime(from * 1000)} –</span> <span>{formatDateTime(to * 1000)}</span>
        </Box>
      </TimeSteps>
      <ExplorerMenu view={view} show={show} />
    </Box>
  )
}

interface SummaryProps {
  view: ExplorerView
  /** Absent while loading. */
  list: Pick<MeasurementPage, 'total' | 'total_capped'> | undefined
  /** Statistics of a single tank. */
  stats: Stats | undefined
}

/** How many readings there are, and for how long they were out of range. */
export function ReadingsSummary({ view, list, stats }: SummaryProps) {
  const { t } = useTranslation()
  return (
    <Typography variant="body2" component="p" sx={{ color: 'text.secondary', minHeight: 20 }}>
      {summaryParts(t, view, list, stats).join(' · ')}
    </Typography>
  )
}

/** `2.880 ölçüm · Aralık dışında geçen süre: %3` */
function summaryParts(
  t: TFunction,
  view: ExplorerView,
  list: SummaryProps['list'],
  stats: Stats | undefined,
): string[] {
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

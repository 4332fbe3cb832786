import type { PredictedCourse } from '@dalyan/contracts/forewarnings'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiLayersOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawnPrediction } from '../../../shared/charts/plot-model.ts'
import { isFollowing } from '../../../shared/charts/time-range.ts'
import type { ShownWindow } from '../../../shared/charts/use-series-window.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { ExportButton } from '../../../shared/export/ExportButton.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { alarmMarksQuery } from '../../alarms/public/alarm-marks.queries.ts'
import { forewarningQueries } from '../../forewarnings/public/forewarnings.queries.ts'
import { journalQueries } from '../../journal/public/journal.queries.ts'
import { SeriesPanel } from '../../measurements/public/charts/SeriesPanel.tsx'
import { readingsFile } from '../../measurements/public/measurements.queries.ts'
import { NoReadings } from '../../measurements/public/NoReadings.tsx'
import { limitsOf } from '../../records/public/tank-limits.ts'
import { modeSpansQuery } from '../../records/public/use-tank-mode.ts'
import { ChartNotes } from './ChartNotes.tsx'
import type { DetailView } from './detail-search.ts'
import { deviations } from '../tank-values.ts'
import { useTankSeries } from './use-tank-series.ts'

const JournalPanel = lazy(async () => ({
  default: (await import('../../journal/public/JournalPanel.tsx')).JournalPanel,
}))

interface ChartsTabProps {
  tank: Tank
  /** The metric of the worst open alarm. */
  worst: MetricKey | null
  view: DetailView
  show: (changes: Partial<DetailView>) => void
}

/** Screens on which the journal stands beside the charts. */
const HAS_PANEL = '(min-width:1280px)'
const FILE = { format: 'csv', step: 'raw' } as const

/** A small chart for each metric, on one time axis with one crosshair. */
export function ChartsTab({ tank, worst, view, show }: ChartsTabProps) {
  const { t } = useTranslation()
  const hasPanel = useMediaQuery(HAS_PANEL, { noSsr: true })
  const { query, series, missed, ...shown } = useTankSeries(tank.id, view)
  const { window, predictionOf } = usePredictions(tank, view, shown.window)
  const { data: spans = [] } = useQuery(modeSpansQuery(tank, view.range))
  // Charts are as wide as the page where the journal is empty.
  const newest = useQuery({ ...journalQueries.newest(tank.id), enabled: hasPanel })
  const { data: entries = [] } = useQuery(journalQueries.inWindow(tank.id, view.range))
  const marks = useQuery(alarmMarksQuery(tank.id, view.range)).data
  // Without an alarm, the value that is furthest outside, if there is one.
  const found = worst ?? deviations(tank, serverNow())[0]?.key ?? null
  const [lead, setLead] = useState(found)
  // It stays while the user looks at it: charts must not change places under the pointer.
  if (lead === null && found !== null) setLead(found)
  const panel = (
    <SeriesPanel
      heading={t('tanks.detail.chartsHeading')}
      view={view}
      show={show}
      query={query}
      series={series}
      selected={view.metrics}
      window={window}
      limitsOf={(metric: MetricKey) => limitsOf(tank, metric)}
      marks={marks}
      predictionOf={predictionOf}
      overlayOf={(metric) => (
        <ChartNotes
          window={window}
          spans={metric === null ? [] : spans.filter(({ metrics }) => metrics.includes(metric))}
          entries={entries}
        />
      )}
      isOverlaid={view.isOverlaid}
      lead={lead}
      missed={missed}
      failed={t('tanks.messages.loadFailed')}
      actions={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: 'auto' }}>
          <ToggleButton
            value="overlay"
            selected={view.isOverlaid}
            disabled={view.isTable}
            onChange={() => show({ isOverlaid: !view.isOverlaid })}
            title={t('measurements.overlay.hint')}
            sx={{ minHeight: 40, py: 0.5, px: 1.5, gap: 0.75 }}
          >
            <Icon path={mdiLayersOutline} sx={{ fontSize: 20 }} />
            {t('measurements.overlay.toggle')}
          </ToggleButton>
          <ExportButton files={[readingsFile(t, { tanks: [tank.id], range: view.range }, FILE, tank.code)]} />
        </Box>
      }
      filters={view.metrics.length > 0 && <ChosenMetrics view={view} show={show} />}
      empty={<NoReadings last={tank.last_measurement?.measured_at} onShow={(range) => show({ range, metrics: [] })} />}
    />
  )
  const isBeside = hasPanel && newest.data?.total !== 0
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: `minmax(0, 1fr)${isBeside ? ' 330px' : ''}`,
        alignItems: 'start',
      }}
    >
      <Box sx={{ minWidth: 0 }}>{panel}</Box>
      {isBeside && (
        <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
          <JournalPanel tankId={tank.id} onShowAll={() => show({ tab: 'journal' })} />
        </Suspense>
      )}
    </Box>
  )
}

/** What may be added to the axis for what is predicted, as a part of the window: two hours to six. */
const AHEAD_SHARE = 1 / 3

/** The predictions for the metrics of a tank, and the window extended by them; none in a window of the past. */
function usePredictions(tank: Tank, { range, isPaused }: DetailView, window: ShownWindow) {
  const { data } = useQuery({ ...forewarningQueries.ofTank(tank.id), enabled: tank.status === 'active' })
  const predictions = useMemo(() => {
    const isShown = isFollowing(range) && !isPaused
    return new Map(
      (isShown ? (data?.data ?? []) : []).map(({ metric, course }) => [metric as MetricKey, drawn(course)]),
    )
  }, [data, range, isPaused])
  const last = Math.max(...[...predictions.values()].flatMap(({ times }) => times))
  const until = Math.min(last, window.to + AHEAD_SHARE * (window.to - window.from))
  const extended = useMemo(() => (until > window.to ? { ...window, until } : window), [window, until])
  return { window: extended, predictionOf: (metric: MetricKey) => predictions.get(metric) ?? null }
}

function drawn({ times, ...course }: PredictedCourse): DrawnPrediction {
  return { ...course, times: times.map((at) => Date.parse(at) / 1000) }
}

/** The chosen metrics, each with a button that removes it. */
function ChosenMetrics({ view: { metrics }, show }: Pick<ChartsTabProps, 'view' | 'show'>) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1.5 }}>
      {metrics.map((metric) => (
        <Chip
          key={metric}
          label={t(`measurements.metrics.${metric}`)}
          onDelete={() => show({ metrics: metrics.filter((each) => each !== metric) })}
        />
      ))}
      <Button size="small" onClick={() => show({ metrics: [] })}>
        {t('measurements.allMetrics')}
      </Button>
    </Box>
  )
}

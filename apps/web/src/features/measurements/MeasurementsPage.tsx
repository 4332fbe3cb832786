import { mdiChartLineVariant } from '@mdi/js'
import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetrics } from '../records/public/metrics-in-use.ts'
import explorer from '../../locales/tr/explorer.json' with { type: 'json' }
import listWords from '../../locales/tr/list.json' with { type: 'json' }
import { expectedCharts } from './public/charts/chart-metrics.ts'
import { ChartsSkeleton } from './public/charts/MetricBlocks.tsx'
import { isFollowing } from '../../shared/charts/time-range.ts'
import { type ShownWindow, useSeriesWindow } from '../../shared/charts/use-series-window.ts'
import { formatDate } from '../../shared/format/date-time.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListHeading } from '../../shared/list/ListHeading.tsx'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { usePage } from '../../shared/ui/page-state.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { HiddenHeading } from '../../shared/ui/HiddenHeading.tsx'
import { PageTabs, TabPanel } from '../../shared/ui/PageTabs.tsx'
import { tankQueries } from '../records/public/tanks.queries.ts'
import { NoReadings } from './public/NoReadings.tsx'
import { measurementQueries, readingsFilter } from './public/measurements.queries.ts'
import { EXPLORER_TABS, type ExplorerView, type ShowExplorer, useExplorer } from './explorer-search.ts'
import { NoTank } from './explore/ExploreState.tsx'
import { useTanksInView, whyProposed } from './explore/use-tanks-in-view.ts'
import { PageActions } from './ExplorerActions.tsx'
import { ExplorerFilters } from './ExplorerFilters.tsx'
import { ExplorerToolbar, ReadingsSummary } from './ExplorerToolbar.tsx'
import { chosenMetrics } from './readings.ts'
import { ReadingsList } from './ReadingsList.tsx'
import { StatsSkeleton, StatsTable } from './StatsTable.tsx'

addWords({ explorer, list: listWords })

const TankCharts = lazy(async () => ({ default: (await import('./ExplorerCharts.tsx')).TankCharts }))
const TerminalCharts = lazy(async () => ({ default: (await import('./ExplorerCharts.tsx')).TerminalCharts }))
const CompareCharts = lazy(async () => ({ default: (await import('./ExplorerCharts.tsx')).CompareCharts }))
const RelationTab = lazy(async () => ({ default: (await import('./explore/RelationTab.tsx')).RelationTab }))
const PatternTab = lazy(async () => ({ default: (await import('./explore/PatternTab.tsx')).PatternTab }))
const CompareTab = lazy(async () => ({ default: (await import('./explore/CompareTab.tsx')).CompareTab }))

/** The measurements: over time, one against another, by the hour of the day, and tank against tank. */
export function MeasurementsPage() {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const { view, show } = useExplorer()
  const { tanks, failed, isPending } = useQueries({
    queries: view.tanks.map((id) => tankQueries.one(id)),
    combine: chosenTanks,
  })
  const [tank] = view.tanks.length === 1 ? tanks : []
  const tab = { view, show }
  const labels = {
    time: t('explorer.tabs.time'),
    relation: t('explorer.tabs.relation'),
    pattern: t('explorer.tabs.pattern'),
    compare: t('explorer.tabs.compare'),
  }
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 }, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ mb: -1.5 }}>
        <ListHeading
          title={t('measurements.title')}
          isTight={isNarrow}
          more={
            <PageActions view={view} show={show} tank={failed ? null : tank} codes={tanks.map(({ code }) => code)} />
          }
        />
      </Box>
      <PageTabs tabs={EXPLORER_TABS} tab={view.tab} labels={labels} onChange={(next) => show({ tab: next })} />
      <TabPanel tab={view.tab}>
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {failed?.error && <QueryError query={failed} title={t('explorer.tankFailed')} />}
          <Suspense fallback={<Skeleton variant="rounded" height={480} />}>
            {view.tab === 'time' && <TimeTab {...tab} tanks={tanks} isPending={isPending} />}
            {view.tab === 'relation' && <RelationTab {...tab} />}
            {view.tab === 'pattern' && <PatternTab {...tab} />}
            {view.tab === 'compare' && <CompareTab {...tab} />}
          </Suspense>
        </Box>
      </TabPanel>
    </Box>
  )
}

/** The measurements of a time window: of one tank, of several side by side, or of all. */
function TimeTab({ view, show, tanks, isPending }: ChartsProps) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const { look } = view
  const list = useQuery(measurementQueries.list(readingsFilter(view), { page: view.page, per_page: view.perPage }))
  const [tank] = view.tanks.length === 1 ? tanks : []
  const stats = useQuery({ ...measurementQueries.stats(tank?.id ?? 0, view), enabled: tank !== undefined })
  const metrics = chosenMetrics(view.metrics, useMetrics())
  const keptFrom = list.data?.kept_from
  // With the out-of-range filter there may be readings although none is listed; where they were dropped roll-ups may be left.
  const isEmpty = list.data?.total === 0 && !view.isOnlyOutside && keptFrom === undefined
  const summary = <ReadingsSummary view={view} list={list.data} stats={isEmpty ? undefined : tank && stats.data} />
  const readings = (
    <Box component="section">
      <HiddenHeading>{t('explorer.tableHeading')}</HiddenHeading>
      <ReadingsList view={view} show={show} tanks={tanks} query={list} />
    </Box>
  )
  usePage(t('measurements.title'), !list.isPending)
  return (
    <>
      <ExplorerFilters view={view} show={show} tanks={tanks} />
      <ExplorerToolbar view={view} show={show}>
        {!isNarrow && summary}
      </ExplorerToolbar>
      {keptFrom !== undefined && <Quiet small>{t('explorer.keptFrom', { date: formatDate(keptFrom) })}</Quiet>}
      {look !== 'table' && !isEmpty && <Charts view={view} show={show} tanks={tanks} isPending={isPending} />}
      {/* On a phone the charts come first. */}
      {isNarrow && summary}
      {tank && stats.error && <QueryError query={stats} title={t('explorer.statsFailed')} />}
      {tank && stats.isPending && <StatsSkeleton rows={expectedCharts(tank, view.metrics)} />}
      {tank && stats.data && <StatsTable code={tank.code} stats={stats.data} metrics={metrics} />}
      {isEmpty && !hasChoice(view) && <NothingYet show={show} />}
      {isEmpty && hasChoice(view) && readings}
      {!isEmpty && look === 'table' && readings}
      {!isEmpty &&
        look === 'both' &&
        !isPending &&
        (hasChoice(view) ? readings : <BelowProposed>{readings}</BelowProposed>)}
    </>
  )
}

/** The list waits until it is known how many charts stand above it, so that they do not push it down. */
function BelowProposed({ children }: { children: ReactNode }) {
  return useProposedTank().tank === undefined ? null : children
}

/** The selected tanks that are loaded, whether others still load, and the first query that failed. */
function chosenTanks(queries: readonly UseQueryResult<Tank>[]) {
  return {
    tanks: queries.flatMap(({ data }) => data ?? []),
    failed: queries.find(({ error }) => error),
    isPending: queries.some((query) => query.isPending),
  }
}

interface ChartsProps {
  view: ExplorerView
  show: ShowExplorer
  tanks: readonly Tank[]
  /** Some of the selected tanks still load. */
  isPending: boolean
}

/** The charts, which follow the clock. */
function Charts({ view, show, tanks, isPending }: ChartsProps) {
  const { t } = useTranslation()
  const window = useSeriesWindow(view.range, isFollowing(view.range))
  const [tank, another] = tanks
  const skeleton = <ChartsSkeleton count={expectedCharts(tank, view.metrics)} hasLegend />
  // Only administrators see a terminal over all its tanks, because some tanks may belong to other firms.
  const mayTerminal = may(useUser(), 'iots.manage')
  const terminal = view.tanks.length === 0 && mayTerminal ? view.terminalId : undefined
  if (!hasChoice(view)) return <ProposedCharts view={view} show={show} window={window} />
  if (view.tanks.length === 0 && terminal === undefined)
    return <EmptyState icon={mdiChartLineVariant} title={t('measurements.chooseTank')} />
  return (
    <Box component="section">
      <HiddenHeading>{t('explorer.chartsHeading')}</HiddenHeading>
      <Suspense fallback={skeleton}>
        {isPending && !tank && skeleton}
        {terminal !== undefined && (
          <TerminalCharts key={terminal} id={terminal} view={view} show={show} window={window} />
        )}
        {tank && !another && <TankCharts key={tank.id} tank={tank} view={view} show={show} window={window} />}
        {another && <CompareCharts tanks={tanks} view={view} show={show} window={window} />}
      </Suspense>
    </Box>
  )
}

/** Whether the user has chosen whose readings are shown. */
const hasChoice = ({ tanks, terminalId, firmId }: ExplorerView) =>
  tanks.length > 0 || terminalId !== undefined || firmId !== undefined

/** The tank in most trouble, for a user who has chosen none; null: there is no tank; undefined: still loading. */
function useProposedTank() {
  const { ids, isPending, ...why } = useTanksInView([])
  const [id] = ids
  const { data: tank, error } = useQuery({ ...tankQueries.one(id ?? 0), enabled: id !== undefined })
  return { tank: !isPending && (id === undefined || error) ? null : tank, why }
}

/** In place of the readings where there is none at all: of the proposed tank the last one, or that there is no tank yet. */
function NothingYet({ show }: Pick<ChartsProps, 'show'>) {
  const { t } = useTranslation()
  const { tank } = useProposedTank()
  if (tank === undefined) return <ChartsSkeleton count={expectedCharts(tank, [])} hasLegend />
  if (tank === null) return <NoTank />
  return (
    <NoReadings
      last={tank.last_measurement?.measured_at}
      body={t('measurements.empty.body')}
      onShow={(range) => show({ tanks: [tank.id], range })}
    />
  )
}

/** The charts of the tank in most trouble, while the user has chosen none. */
function ProposedCharts({ view, show, window }: Omit<ChartsProps, 'tanks' | 'isPending'> & { window: ShownWindow }) {
  const { t } = useTranslation()
  const { tank, why } = useProposedTank()
  if (tank === null) return <NoTank />
  const skeleton = <ChartsSkeleton count={expectedCharts(tank, view.metrics)} hasLegend />
  return (
    <Box component="section">
      <HiddenHeading>{t('explorer.chartsHeading')}</HiddenHeading>
      <Quiet small>
        {whyProposed(t, why)}{' '}
        {tank && (
          <b>
            <span lang="en">{tank.code}</span> · {tank.name}
          </b>
        )}
      </Quiet>
      <Suspense fallback={skeleton}>
        {tank ? <TankCharts key={tank.id} tank={tank} view={view} show={show} window={window} /> : skeleton}
      </Suspense>
    </Box>
  )
}

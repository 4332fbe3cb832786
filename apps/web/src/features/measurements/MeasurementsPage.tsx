import { mdiChartLineVariant, mdiPencilPlusOutline } from '@mdi/js'
import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import explorer from '../../locales/tr/explorer.json' with { type: 'json' }
import listWords from '../../locales/tr/list.json' with { type: 'json' }
import { ChartsSkeleton } from './public/charts/MetricBlocks.tsx'
import { isFollowing } from '../../shared/charts/time-range.ts'
import { useSeriesWindow } from '../../shared/charts/use-series-window.ts'
import { ExportButton } from '../../shared/export/ExportButton.tsx'
import { useDone } from '../../shared/form/use-done.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListHeading } from '../../shared/list/ListHeading.tsx'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { tankKeys, tankQueries } from '../records/public/tanks.queries.ts'
import { explorerQueries, measurementKeys, readingsFile } from './public/explorer.queries.ts'
import type { ExplorerView } from './explorer-search.ts'
import { ExplorerFilters } from './ExplorerFilters.tsx'
import { ExplorerToolbar } from './ExplorerToolbar.tsx'
import { seriesKeys } from './public/measurements.queries.ts'
import { chosenMetrics } from './readings.ts'
import { ReadingsList } from './ReadingsList.tsx'
import { StatsTable } from './StatsTable.tsx'
import { type ShowExplorer, useExplorer } from './use-explorer.ts'

addWords({ explorer, list: listWords })

const TankCharts = lazy(async () => ({ default: (await import('./SingleCharts.tsx')).TankCharts }))
const TerminalCharts = lazy(async () => ({ default: (await import('./SingleCharts.tsx')).TerminalCharts }))
const CompareCharts = lazy(async () => ({ default: (await import('./CompareCharts.tsx')).CompareCharts }))
const ManualReadingDialog = lazy(async () => ({
  default: (await import('./public/ManualReadingDialog.tsx')).ManualReadingDialog,
}))

/** The measurements of a time window: of one tank, of several side by side, or of all. */
export function MeasurementsPage() {
  const { t } = useTranslation()
  const { view, show } = useExplorer()
  const { look } = view
  const list = useQuery(explorerQueries.list(filterOf(view), { page: view.page, per_page: view.perPage }))
  const { tanks, failed } = useQueries({ queries: view.tanks.map((id) => tankQueries.one(id)), combine: chosenTanks })
  const [tank] = view.tanks.length === 1 ? tanks : []
  const stats = useQuery({ ...explorerQueries.stats(tank?.id ?? 0, view), enabled: tank !== undefined })
  const metrics = chosenMetrics(view.metrics)
  // With the out-of-range filter there may be readings although none is listed.
  const isEmpty = list.data?.total === 0 && !view.isOnlyOutside
  usePageTitle(t('measurements.title'))
  useAppReady(!list.isPending)

  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 }, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ mb: -1.5 }}>
        <ListHeading title={t('measurements.title')} more={<PageActions view={view} show={show} tank={tank} />} />
      </Box>
      <ExplorerFilters view={view} show={show} tanks={tanks} />
      <ExplorerToolbar view={view} show={show} list={list.data} stats={isEmpty ? undefined : tank && stats.data} />
      {failed?.error && (
        <ErrorAlert title={t('explorer.tankFailed')} error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {look !== 'table' && !isEmpty && <Charts view={view} show={show} tanks={tanks} />}
      {tank && stats.error && (
        <ErrorAlert title={t('explorer.statsFailed')} error={stats.error} onRetry={() => void stats.refetch()} />
      )}
      {tank && stats.data && <StatsTable code={tank.code} stats={stats.data} metrics={metrics} />}
      {(look !== 'chart' || isEmpty) && (
        <Box component="section">
          <Typography variant="h2" sx={visuallyHidden}>
            {t('explorer.tableHeading')}
          </Typography>
          <ReadingsList view={view} show={show} tanks={tanks} query={list} />
        </Box>
      )}
    </Box>
  )
}

/** The selected tanks that are loaded, and the first query that failed. */
function chosenTanks(queries: readonly UseQueryResult<Tank>[]) {
  return { tanks: queries.flatMap(({ data }) => data ?? []), failed: queries.find(({ error }) => error) }
}

function filterOf({ tanks, firmId, terminalId, range, isOldestFirst, isOnlyOutside, metrics }: ExplorerView) {
  return { tanks, firmId, terminalId, range, isOldestFirst, outside: isOnlyOutside ? metrics : undefined }
}

interface ChartsProps {
  view: ExplorerView
  show: ShowExplorer
  tanks: readonly Tank[]
}

/** The charts, which follow the clock. */
function Charts({ view, show, tanks }: ChartsProps) {
  const { t } = useTranslation()
  const window = useSeriesWindow(view.range, isFollowing(view.range))
  const [tank, another] = tanks
  // Only administrators see a terminal over all its tanks, because some tanks may belong to other firms.
  const mayTerminal = may(useUser(), 'iots.manage')
  const terminal = view.tanks.length === 0 && mayTerminal ? view.terminalId : undefined
  if (view.tanks.length === 0 && terminal === undefined)
    return <EmptyState icon={mdiChartLineVariant} title={t('measurements.chooseTank')} />
  return (
    <Box component="section">
      <Typography variant="h2" sx={visuallyHidden}>
        {t('explorer.chartsHeading')}
      </Typography>
      <Suspense fallback={<ChartsSkeleton />}>
        {terminal !== undefined && (
          <TerminalCharts key={terminal} id={terminal} view={view} show={show} window={window} />
        )}
        {tank && !another && <TankCharts key={tank.id} tank={tank} view={view} show={show} window={window} />}
        {another && <CompareCharts tanks={tanks} view={view} show={show} window={window} />}
      </Suspense>
    </Box>
  )
}

/** Exports the readings; of a single tank, enters one more. */
function PageActions({ view, show, tank }: { view: ExplorerView; show: ShowExplorer; tank: Tank | undefined }) {
  const { t } = useTranslation()
  const mayEnter = may(useUser(), 'measurements.create') && tank !== undefined && tank.status !== 'deleted'
  const close = () => show({ dialog: null })
  const done = useDone(close, measurementKeys.all, tankKeys.all, seriesKeys.ofTank(tank?.id ?? 0))
  const name = tank ? `olcumler-${tank.code}` : 'olcumler'
  const files = (['csv', 'xlsx'] as const).map((format) => ({
    label: t(`export.${format}`),
    name: `${name}.${format}`,
    open: (signal: AbortSignal) => readingsFile(filterOf(view), format, signal),
  }))
  return (
    <>
      <ExportButton files={files} />
      {mayEnter && (
        <Button
          variant="contained"
          startIcon={<Icon path={mdiPencilPlusOutline} />}
          onClick={() => show({ dialog: 'add' })}
        >
          {t('measurements.add.title')}
        </Button>
      )}
      {mayEnter && view.dialog === 'add' && (
        <Suspense>
          <ManualReadingDialog tank={tank} onSaved={() => done(t('measurements.add.success'))} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

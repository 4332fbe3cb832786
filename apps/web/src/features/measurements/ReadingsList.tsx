import type { Measurement, MeasurementPage } from '@dalyan/contracts/measurements'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiChartLineVariant, mdiCheckCircleOutline, mdiMagnify } from '@mdi/js'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dayUpTo } from '../../shared/charts/time-range.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { ListCards } from '../../shared/list/ListCards.tsx'
import { ListPages } from '../../shared/list/ListPages.tsx'
import { ListTable } from '../../shared/list/ListTable.tsx'
import type { ListAnswer } from '../../shared/list/ListView.tsx'
import type { ListChange } from '../../shared/list/use-list.ts'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { tankQueries } from '../records/public/tanks.queries.ts'
import { type ExplorerView, explorerView } from './explorer-search.ts'
import { Fetching } from './Fetching.tsx'
import { readingColumns } from './reading-columns.tsx'
import { ReadingCard } from './ReadingCard.tsx'
import { chosenMetrics } from './readings.ts'
import type { ShowExplorer } from './use-explorer.ts'

interface Props {
  view: ExplorerView
  show: ShowExplorer
  /** The selected ones; empty: all. */
  tanks: readonly Tank[]
  query: Pick<UseQueryResult<MeasurementPage>, keyof ListAnswer<Measurement>>
}

/** The readings, page by page: rows on a wide screen, cards on a phone. */
export function ReadingsList({ view, show, tanks, query }: Props) {
  const { t } = useTranslation()
  const { data } = query
  if (query.isPending) return <LoadingRows />
  return (
    <>
      {query.error && (
        <ErrorAlert title={t('explorer.loadFailed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {data?.total === 0 &&
        (view.isOnlyOutside ? <NoneOutside show={show} /> : <NoReadings tanks={tanks} show={show} />)}
      {data && data.total > 0 && data.data.length === 0 && (
        <EmptyState
          icon={mdiMagnify}
          title={t('explorer.pastEnd')}
          action={<Button onClick={() => show({ page: 1 })}>{t('explorer.firstPage')}</Button>}
        />
      )}
      {data && data.data.length > 0 && (
        <Fetching isOn={query.isPlaceholderData}>
          <ReadingRows view={view} show={show} page={data} />
        </Fetching>
      )}
    </>
  )
}

interface ReadingRowsProps {
  view: ExplorerView
  show: ShowExplorer
  page: MeasurementPage
}

function ReadingRows({ view, show, page }: ReadingRowsProps) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const tanks = useReadingTanks(page.data)
  const metrics = chosenMetrics(view.metrics)
  const withTank = view.tanks.length !== 1
  const rows = page.data.map((reading, id) => ({ id, reading, tank: tanks.get(reading.tank_id ?? 0) }))
  const label = t('explorer.region')
  const changePage = (part: ListChange) => {
    const { page: number, perPage } = explorerView(part)
    show('per_page' in part ? { perPage, page: 1 } : { page: number })
  }
  const pages = <ListPages page={page} onChange={changePage} />
  return (
    <>
      {narrow ? (
        <>
          <ListCards
            label={label}
            rows={rows}
            card={(row) => <ReadingCard row={row} metrics={metrics} withTank={withTank} />}
          />
          {pages}
        </>
      ) : (
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <ListTable
            label={label}
            columns={readingColumns(metrics, withTank)}
            rows={rows}
            sort={view.isOldestFirst ? 'measured_at' : '-measured_at'}
            onSort={(sort) => show({ isOldestFirst: sort === 'measured_at' })}
          />
          {pages}
        </Paper>
      )}
    </>
  )
}

/** The tanks of some readings by id, as far as they are loaded. */
function useReadingTanks(readings: readonly Measurement[]): ReadonlyMap<number, Tank> {
  const ids = [...new Set(readings.flatMap(({ tank_id }) => tank_id ?? []))].toSorted((a, b) => a - b)
  const found = useQueries({ queries: ids.map((id) => ({ ...tankQueries.one(id), staleTime: 60_000 })) })
  return new Map(found.flatMap(({ data }) => (data ? [[data.id, data]] : [])))
}

/** Shown when the window has no readings: the time of the last one, and a button that shows it. */
function NoReadings({ tanks, show }: Pick<Props, 'tanks' | 'show'>) {
  const { t } = useTranslation()
  const last = tanks
    .flatMap((tank) => tank.last_measurement?.measured_at ?? [])
    .toSorted()
    .at(-1)
  if (last === undefined) {
    return (
      <EmptyState
        icon={mdiChartLineVariant}
        title={t('measurements.empty.title')}
        body={t(tanks.length > 0 ? 'measurements.empty.body' : 'explorer.empty')}
      />
    )
  }
  return (
    <EmptyState
      icon={mdiChartLineVariant}
      title={t('measurements.empty.title')}
      body={t('measurements.empty.lastKnown', { time: formatDateTime(last) })}
      action={
        <Button
          variant="outlined"
          onClick={() => show({ range: dayUpTo(Date.parse(last), serverNow()), metrics: [], terminalId: undefined })}
        >
          {t('measurements.empty.goToLast')}
        </Button>
      }
    />
  )
}

/** No reading in the window is out of range. */
function NoneOutside({ show }: { show: ShowExplorer }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={mdiCheckCircleOutline}
      title={t('explorer.noneOutside')}
      body={t('explorer.noneOutsideBody')}
      action={<Button onClick={() => show({ isOnlyOutside: false })}>{t('explorer.showAll')}</Button>}
    />
  )
}

function LoadingRows() {
  const { t } = useTranslation()
  return (
    <Paper variant="outlined" aria-busy aria-label={t('common.aria.loadingRegion')} sx={{ p: 1.5 }}>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} height={36} />
      ))}
    </Paper>
  )
}

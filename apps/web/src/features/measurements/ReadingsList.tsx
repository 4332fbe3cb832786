import type { Instant } from '@dalyan/contracts/instant'
import type { Measurement, MeasurementPage } from '@dalyan/contracts/measurements'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiCheckCircleOutline, mdiMagnify } from '@mdi/js'
import Button from '@mui/material/Button'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMetrics } from '../records/public/metrics-in-use.ts'
import { ListPages } from '../../shared/list/ListPages.tsx'
import { type ListAnswer, ListRows, LoadingRows } from '../../shared/list/ListView.tsx'
import type { ListChange } from '../../shared/list/use-list.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { Fetching } from '../../shared/ui/ProgressLine.tsx'
import { tankQueries } from '../records/public/tanks.queries.ts'
import { type ExplorerView, explorerView, type ShowExplorer } from './explorer-search.ts'
import { ReadingCard, readingColumns } from './reading-columns.tsx'
import { NoReadings } from './public/NoReadings.tsx'
import { chosenMetrics } from './readings.ts'

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
  if (query.isPending) return <LoadingRows height={36} />
  return (
    <>
      <QueryError title={t('explorer.loadFailed')} query={query} />
      {data?.total === 0 &&
        (view.isOnlyOutside ? (
          <NoneOutside show={show} />
        ) : (
          <NoReadings
            last={lastReadingOf(tanks)}
            body={t(tanks.length > 0 ? 'measurements.empty.body' : 'explorer.empty')}
            onShow={(range) => show({ range, metrics: [], terminalId: undefined })}
          />
        ))}
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
  const tanks = useReadingTanks(page.data)
  const metrics = chosenMetrics(view.metrics, useMetrics())
  const withTank = view.tanks.length !== 1
  const rows = page.data.map((reading, id) => ({ id, reading, tank: tanks.get(reading.tank_id ?? 0) }))
  const changePage = (part: ListChange) => {
    const { page: number, perPage } = explorerView(part)
    show('per_page' in part ? { perPage, page: 1 } : { page: number })
  }
  return (
    <ListRows
      label={t('explorer.region')}
      columns={readingColumns(metrics, withTank)}
      card={(row) => <ReadingCard row={row} metrics={metrics} withTank={withTank} />}
      rows={rows}
      sort={view.isOldestFirst ? 'measured_at' : '-measured_at'}
      onSort={(sort) => show({ isOldestFirst: sort === 'measured_at' })}
      pages={<ListPages page={page} onChange={changePage} />}
    />
  )
}

/** The tanks of some readings by id, as far as they are loaded. */
function useReadingTanks(readings: readonly Measurement[]): ReadonlyMap<number, Tank> {
  const ids = [...new Set(readings.flatMap(({ tank_id }) => tank_id ?? []))].toSorted((a, b) => a - b)
  const found = useQueries({ queries: ids.map((id) => ({ ...tankQueries.one(id), staleTime: 60_000 })) })
  return new Map(found.flatMap(({ data }) => (data ? [[data.id, data]] : [])))
}

function lastReadingOf(tanks: readonly Tank[]): Instant | undefined {
  return tanks
    .flatMap((tank) => tank.last_measurement?.measured_at ?? [])
    .toSorted()
    .at(-1)
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

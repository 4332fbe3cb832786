import type { Measurement, MeasurementPage } from '@dalyan/contracts/measurements'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiCheckCircleOutline, mdiMagnify } from '@mdi/js'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListCards } from '../../shared/list/ListCards.tsx'
import { ListPages } from '../../shared/list/ListPages.tsx'
import { ListTable } from '../../shared/list/ListTable.tsx'
import type { ListAnswer } from '../../shared/list/ListView.tsx'
import type { ListChange } from '../../shared/list/use-list.ts'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { type ExplorerView, explorerView } from './explorer-search.ts'
import { Fetching } from './Fetching.tsx'
import { NoReadings } from './NoReadings.tsx'
import { readingColumns } from './reading-columns.tsx'
import { ReadingCard } from './ReadingCard.tsx'
import { chosenMetrics, readingRows } from './readings.ts'
import type { ShowExplorer } from './use-explorer.ts'
import { useRowTanks } from './use-row-tanks.ts'

interface Props {
  view: ExplorerView
  show: ShowExplorer
  /** The chosen ones; empty: all. */
  tanks: readonly Tank[]
  query: Pick<UseQueryResult<MeasurementPage>, keyof ListAnswer<Measurement>>
}

/** The readings themselves, page by page: rows on a wide screen, cards on a phone. */
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
          <Rows view={view} show={show} page={data} />
        </Fetching>
      )}
    </>
  )
}

interface RowsProps {
  view: ExplorerView
  show: ShowExplorer
  page: MeasurementPage
}

function Rows({ view, show, page }: RowsProps) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const tanks = useRowTanks(page.data)
  const metrics = chosenMetrics(view.metrics)
  const withTank = view.tanks.length !== 1
  const rows = readingRows(page.data, tanks)
  const label = t('explorer.region')
  const turn = (part: ListChange) => {
    const { page: number, perPage } = explorerView(part)
    show('per_page' in part ? { perPage, page: 1 } : { page: number })
  }
  const pages = <ListPages page={page} onChange={turn} />
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

/** Nothing in the window lies outside the limits of now. */
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

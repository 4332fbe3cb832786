import { mdiMagnify } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/EmptyState.tsx'
import { QueryError } from '../ui/ErrorAlert.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { ProgressLine } from '../ui/ProgressLine.tsx'
import type { AddressFilters } from './list-address.ts'
import { type CardListProps, ListCards } from './ListCards.tsx'
import { type ListColumn, ListTable, type ListTableProps } from './ListTable.tsx'
import type { List } from './use-list.ts'
import { useNarrow } from './use-narrow.ts'

/** Stands below the rows, and its libraries are as large as those of a whole page. */
const ListPages = onDemand(async () => (await import('./ListPages.tsx')).ListPages, { mayBeMissing: true })
const PAGES_PX = 52

interface PageOf<T> {
  data: T[]
  total: number
  current_page: number
  last_page: number
  per_page: number
}

/** The state of the query for a page of records. */
export type ListAnswer<T> = Pick<
  UseQueryResult<PageOf<T>>,
  'data' | 'error' | 'isPending' | 'isFetching' | 'isPlaceholderData' | 'refetch'
>

interface Props<T, F extends AddressFilters, S extends string, D extends string> extends Pick<
  ListTableProps<T, S>,
  'above' | 'isHidden'
> {
  /** Accessible name of the list. */
  label: string
  list: List<F, S, D>
  query: ListAnswer<T>
  /** The title when the list cannot be loaded. */
  failed: string
  columns: readonly ListColumn<T, S>[]
  card: (row: T) => ReactNode
  nameOf?: (row: T) => string
  /** Shown when there are no records at all. */
  empty: ReactNode
  isTight?: boolean | undefined
}

/** A list in all its states: loading, failed, empty, filtered to nothing, rows on a wide screen and cards on a phone. */
export function ListView<T extends { id: number }, F extends AddressFilters, S extends string, D extends string>({
  label,
  list,
  query,
  failed,
  columns,
  card,
  nameOf,
  empty,
  above,
  isHidden,
  isTight,
}: Props<T, F, S, D>) {
  const { data } = query
  return (
    <>
      <QueryError query={query} title={failed} />
      {query.isPending && <LoadingRows />}
      {data?.total === 0 && (list.isFiltered ? <NoResults onClear={list.clear} /> : empty)}
      {data && data.total > 0 && data.data.length === 0 && (
        <PastEnd pages={data.last_page} onLast={() => list.change({ page: data.last_page })} />
      )}
      {data && data.data.length > 0 && (
        <Box sx={{ position: 'relative', opacity: query.isPlaceholderData ? 0.7 : 1 }}>
          {query.isFetching && <ProgressLine />}
          <ListRows
            label={label}
            columns={columns}
            card={card}
            nameOf={nameOf}
            rows={data.data}
            above={above}
            isHidden={isHidden}
            isTight={isTight}
            sort={list.sort}
            onSort={(sort) => list.change({ sort })}
            pages={
              <Box sx={{ minHeight: PAGES_PX }}>
                <ListPages page={data} onChange={list.change} />
              </Box>
            }
          />
        </Box>
      )}
    </>
  )
}

interface ListRowsProps<T, S extends string>
  extends ListTableProps<T, S>, Pick<CardListProps<T>, 'card' | 'nameOf' | 'isTight'> {
  /** Shown below the rows. */
  pages?: ReactNode
}

/** Records as rows, on a phone as cards. */
export function ListRows<T extends { id: number }, S extends string>({
  card,
  nameOf,
  pages,
  isTight,
  ...table
}: ListRowsProps<T, S>) {
  const narrow = useNarrow()
  if (narrow) {
    return (
      <>
        <ListCards {...table} card={card} nameOf={nameOf} isTight={isTight} />
        {pages}
      </>
    )
  }
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <ListTable {...table} />
      {pages}
    </Paper>
  )
}

/** Says that search and filters leave no record. */
export function NoResults({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={mdiMagnify}
      title={t('common.states.noResultsTitle')}
      body={t('common.states.noResultsBody')}
      action={<Button onClick={onClear}>{t('common.actions.clearFilters')}</Button>}
    />
  )
}

/** The address names a page that the list does not have. */
function PastEnd({ pages, onLast }: { pages: number; onLast: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={mdiMagnify}
      title={t('list.pastEnd.title')}
      body={t('list.pastEnd.body', { pages })}
      action={
        <Button variant="contained" onClick={onLast}>
          {t('list.pastEnd.action')}
        </Button>
      }
    />
  )
}

/** Skeletons in place of a list until it is loaded. */
export function LoadingRows({ count = 8, height = 44 }: { count?: number; height?: number }) {
  const { t } = useTranslation()
  return (
    <Paper variant="outlined" aria-busy aria-label={t('common.aria.loadingRegion')} sx={{ p: 1.5 }}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={height} />
      ))}
    </Paper>
  )
}

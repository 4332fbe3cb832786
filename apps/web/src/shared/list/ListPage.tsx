import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import words from '../../locales/tr/list.json' with { type: 'json' }
import { addWords } from '../i18n/add-words.ts'
import { useAppReady } from '../ui/app-ready.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { DensityChoice } from './DensityChoice.tsx'
import type { FilterField } from './filter-field.ts'
import type { Filters } from './list-address.ts'
import { ListFilters } from './ListFilters.tsx'
import { ListHeading } from './ListHeading.tsx'
import type { Column } from './ListTable.tsx'
import { type ListAnswer, ListView } from './ListView.tsx'
import type { List } from './use-list.ts'
import { useNarrow } from './use-narrow.ts'

addWords({ list: words })

/** The props of a list's dialogs. */
interface DialogProps<D extends string> {
  dialog: D
  /** Of the record; `create` has none. */
  id: number | undefined
  onOpen: (dialog: D, id?: number) => void
  onClose: () => void
}

interface Props<T, F extends Filters, S extends string, D extends string> {
  title: string
  /** Accessible name of the list. */
  label: string
  list: List<F, S, D>
  query: ListAnswer<T>
  /** What did not work, when the list cannot be loaded. */
  failed: string
  /** What the search looks through. */
  placeholder: string
  filters: readonly FilterField[]
  columns: readonly Column<T, S>[]
  /** What can be done with a record; absent without the permission. */
  actions?: ((row: T) => ReactNode) | undefined
  card: (row: T, actions: ReactNode) => ReactNode
  /** The text of the button for a new record; absent without the permission. */
  create?: string | undefined
  /** What an empty list says; the button for a new record is added. */
  empty: { icon: string; title: string; body: string }
  /** The dialogs that the address may open; absent without the permission. */
  dialogs?: ComponentType<DialogProps<D>> | undefined
  /** Beside the title: a badge. */
  beside?: ReactNode
  /** Other buttons, before the one for a new record. */
  more?: ReactNode
  /** Replaces search and filters while records are selected. */
  selection?: ReactNode
  /** Below the filters. */
  quick?: ReactNode
  /** More than the mere number of records. */
  count?: ReactNode
}

/** A page that lists records: title, search and filters, count, rows or cards, and the dialog that the address opens. */
export function ListPage<T extends { id: number }, F extends Filters, S extends string, D extends string>({
  title,
  label,
  list,
  query,
  failed,
  placeholder,
  filters,
  columns,
  actions,
  card,
  create,
  empty,
  dialogs: Dialogs,
  beside,
  more,
  selection,
  quick,
  count,
}: Props<T, F, S, D>) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  usePageTitle(title)
  useAppReady(!query.isPending)

  const creation = create === undefined ? undefined : { label: create, onClick: () => list.open('create') }
  const { dialog, id } = list.state
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      <ListHeading title={title} more={more} create={creation}>
        {beside}
      </ListHeading>
      {selection ?? <ListFilters placeholder={placeholder} fields={filters} list={list} />}
      {quick}
      <Box
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 32, my: 0.75 }}
      >
        <Typography variant="body2" component="p" sx={{ color: 'text.secondary' }}>
          {query.data && (count ?? t('common.states.resultCount', { count: query.data.total }))}
        </Typography>
        {!narrow && <DensityChoice />}
      </Box>
      <ListView
        label={label}
        list={list}
        query={query}
        failed={failed}
        columns={
          actions
            ? [...columns, { key: 'actions', label: ['common.table.actions'], align: 'right', cell: actions }]
            : columns
        }
        card={(row) => card(row, actions?.(row))}
        empty={
          <EmptyState
            {...empty}
            action={
              creation && (
                <Button variant="contained" onClick={creation.onClick}>
                  {creation.label}
                </Button>
              )
            }
          />
        }
      />
      {Dialogs && dialog && (
        <Suspense>
          <Dialogs dialog={dialog} id={id} onOpen={list.open} onClose={list.close} />
        </Suspense>
      )}
    </Box>
  )
}

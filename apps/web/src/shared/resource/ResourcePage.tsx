import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import listWords from '../../locales/tr/list.json' with { type: 'json' }
import { addWords } from '../i18n/add-words.ts'
import { DensityChoice } from '../list/DensityChoice.tsx'
import type { FilterField } from '../list/filter-field.ts'
import type { Filters } from '../list/list-address.ts'
import { ListFilters } from '../list/ListFilters.tsx'
import { ListHeading } from '../list/ListHeading.tsx'
import type { Column } from '../list/ListTable.tsx'
import { type ListAnswer, ListView } from '../list/ListView.tsx'
import type { List } from '../list/use-list.ts'
import { useNarrow } from '../list/use-narrow.ts'
import { useAppReady } from '../ui/app-ready.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { type ResourceKind, useResourceWords } from './resource-words.ts'

addWords({ list: listWords })

/** What the page passes to the dialogs of its kind of record. */
export interface DialogProps<D extends string> {
  dialog: D
  /** The record's id; undefined for a dialog without a record. */
  id?: number | undefined
  onOpen: (dialog: D, id: number) => void
  onClose: () => void
}

interface Props<T, F extends Filters, S extends string, D extends string> {
  kind: ResourceKind
  list: List<F, S, D>
  query: ListAnswer<T>
  filters: readonly FilterField[]
  columns: readonly Column<T, S>[]
  /** The buttons of a record; absent without the permission. */
  actions?: ((record: T, onOpen: (dialog: D) => void) => ReactNode) | undefined
  card: (record: T, actions: ReactNode) => ReactNode
  /** Whether the page has a button for a new record. */
  mayCreate?: boolean
  /** The text of an empty list; `title` and `body` where they depend on the user. */
  empty: { icon: string; title?: string | undefined; body?: string | undefined }
  /** The dialogs that the address may open; absent without the permission. */
  dialogs?: ComponentType<DialogProps<D>> | undefined
  /** Beside the title: a badge. */
  beside?: ReactNode
  /** Other buttons, before the one for a new record. */
  more?: ReactNode
  /** Replaces search and filters while records are selected. */
  selection?: ReactNode
  /** Shown below the filters. */
  quick?: ReactNode
  /** Replaces the number of records. */
  count?: ReactNode
}

/** The page of a kind of record: title, search and filters, count, rows or cards, and the dialog that the address opens. */
export function ResourcePage<T extends { id: number }, F extends Filters, S extends string, D extends string>({
  kind,
  list,
  query,
  filters,
  columns,
  actions,
  card,
  mayCreate = true,
  empty: { icon, title, body },
  dialogs: Dialogs,
  beside,
  more,
  selection,
  quick,
  count,
}: Props<T, F, S, D>) {
  const { t } = useTranslation()
  const words = useResourceWords(kind)
  const narrow = useNarrow()
  usePageTitle(words('title'))
  useAppReady(!query.isPending)

  const creation = mayCreate ? { label: words('create'), onClick: () => list.open('create') } : undefined
  const { dialog, id } = list.state
  const actionsOf = actions && ((record: T) => actions(record, (opened) => list.open(opened, record.id)))
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      <ListHeading title={words('title')} more={more} create={creation}>
        {beside}
      </ListHeading>
      {selection ?? <ListFilters placeholder={words('searchPlaceholder')} fields={filters} list={list} />}
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
        label={words('list.region')}
        list={list}
        query={query}
        failed={words('messages.loadFailed')}
        columns={
          actionsOf
            ? [...columns, { key: 'actions', label: ['common.table.actions'], align: 'right', cell: actionsOf }]
            : columns
        }
        card={(record) => card(record, actionsOf?.(record))}
        empty={
          <EmptyState
            icon={icon}
            title={title ?? words('empty.title')}
            body={body ?? words('empty.body')}
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

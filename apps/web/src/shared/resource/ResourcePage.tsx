import type { QueryOf } from '@dalyan/contracts/endpoint'
import { mdiFileUploadOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import listWords from '../../locales/tr/list.json' with { type: 'json' }
import { addWords } from '../i18n/add-words.ts'
import { type FilterField, type FilterOption, yesNo } from '../list/filter-field.ts'
import type { FilterKind, AddressFilters } from '../list/list-address.ts'
import { ListFilters } from '../list/ListFilters.tsx'
import { ListHeading } from '../list/ListHeading.tsx'
import type { ListColumn } from '../list/ListTable.tsx'
import { type ListAnswer, ListView, LoadingRows } from '../list/ListView.tsx'
import { DensityChoice } from '../list/row-density.tsx'
import type { List } from '../list/use-list.ts'
import { useFrozenOrder } from '../list/use-frozen-order.ts'
import { useNarrow } from '../list/use-narrow.ts'
import { formatNumber } from '../format/number.ts'
import { usePage } from '../ui/page-state.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { InBackground } from '../ui/InBackground.tsx'
import { InSteps } from '../ui/InSteps.tsx'
import { Quiet } from '../ui/Quiet.tsx'
import {
  fieldKey,
  type FieldName,
  type KindName,
  nameOf,
  type RecordKind,
  type RecordOf,
  type ResourceApi,
  useKindWords,
  wordText,
} from './record-kind.ts'
import { shownValue } from './record-values.tsx'
import { type HeadAction, HeadActions } from './HeadActions.tsx'
import { type ManyOf, useSelecting } from './use-selecting.tsx'
import { type MoreAction, RecordActions } from './RecordActions.tsx'
import { type Card, recordCard } from './RecordCard.tsx'

addWords({ list: listWords })

/** What the page passes to the dialogs of its kind of record. */
export interface DialogProps<D extends string> {
  dialog: D
  /** The record's id; undefined for a dialog without a record. */
  id?: number | undefined
  onOpen: (dialog: D, id: number) => void
  onClose: () => void
}

/** The dialogs that a list's address may open. */
export type DialogsOf<L extends { read: (raw: never) => { dialog?: string } }> = NonNullable<
  ReturnType<L['read']>['dialog']
>

/** A column of the table: a field by its name, which sorts if the address allows it; a field with what differs; or any other. */
type RecordColumn<K extends KindName, A extends ResourceApi, S extends string> =
  | FieldName<K>
  | OwnColumn<K, A, S>
  | ListColumn<RecordOf<A>, S>

interface OwnColumn<K extends KindName, A extends ResourceApi, S extends string> extends Partial<
  Omit<ListColumn<RecordOf<A>, S>, 'key' | 'heading'>
> {
  name: FieldName<K>
}

/** What differs at a filter: its options, their texts, and whether it is in the drawer. */
interface OwnFilter {
  options?: readonly FilterOption[]
  textOf?: (word: string) => string
  more?: boolean
}

interface Props<
  K extends KindName,
  A extends ResourceApi,
  F extends AddressFilters,
  S extends string,
  D extends string,
> {
  kind: RecordKind<K, A>
  list: List<F, S, D> & { query: Partial<QueryOf<A['list']>> }
  /** The filters are those of the list's address, in their order; here, what differs. */
  filters?: { readonly [name in keyof F]?: OwnFilter }
  /** Filters that are not for this user. */
  hiddenFilters?: readonly (keyof F)[]
  columns: readonly RecordColumn<K, A, S>[]
  card: Card<K, A>
  /** Whether the user may create, change and delete records. */
  mayManage?: boolean
  /** Whether the page has a button for a new record. */
  mayCreate?: boolean
  /** The buttons of a record; default: edit, view, delete, and `moreActions` before the last. */
  actions?: (record: RecordOf<A>, onOpen: (dialog: D) => void) => ReactNode
  moreActions?: readonly MoreAction<D>[]
  /** The text of an empty list; `title` and `body` where they depend on the user. */
  empty: { icon: string; title?: string | undefined; body?: string | undefined }
  /** The dialogs that the address may open. */
  dialogs: ComponentType<DialogProps<D>>
  /** What else can be done with selected records, besides deleting and restoring them; absent for users who may do nothing else. */
  many?: ManyOf<RecordOf<A>> | undefined
  /** Beside the title: a badge. */
  beside?: ReactNode
  /** Other buttons, before the one for a new record; on a phone in a menu. */
  more?: readonly HeadAction[]
  /** Another control before them, on a wide screen. */
  wideMore?: ReactNode
  /** Shown below the filters. */
  quick?: ReactNode
  /** Replaces the number of records. */
  count?: ReactNode
  /** A control beside the number of records, for which space is reserved before it is known. */
  note?: ReactNode
  /** On a phone as many records as can be read: the number beside the title and other buttons below the list. */
  isTight?: boolean
  /** The order stays until the user asks for the new one. */
  keepsOrder?: boolean
  /** What stands above a record, and whether it is hidden itself. */
  above?: (record: RecordOf<A>) => ReactNode
  isHidden?: (record: RecordOf<A>) => boolean
}

/** The page of a kind of record: title, search and filters, count, rows or cards, and the dialog that the address opens. */
export function ResourcePage<
  K extends KindName,
  A extends ResourceApi,
  F extends AddressFilters,
  S extends string,
  D extends string,
>({
  kind,
  list,
  filters = {},
  hiddenFilters = [],
  columns,
  card,
  mayManage = true,
  mayCreate = mayManage,
  moreActions = [],
  actions,
  empty: { icon, title, body },
  dialogs: Dialogs,
  many,
  beside,
  more = [],
  wideMore,
  quick,
  count,
  note,
  isTight: mayBeTight = false,
  keepsOrder = false,
  above,
  isHidden,
}: Props<K, A, F, S, D>) {
  const { t } = useTranslation()
  const words = useKindWords(kind.name)
  const narrow = useNarrow()
  const query = useQuery(kind.queries.list(list.query)) as ListAnswer<RecordOf<A>>
  usePage(words('title'), !query.isPending)
  const isTight = mayBeTight && narrow
  // A record that was added or removed gives a new list.
  const kept = useFrozenOrder(`${query.data?.total} ${JSON.stringify(list.query)}`, keptRows(query))
  const shown =
    keepsOrder && query.data && kept.rows ? { ...query, data: { ...query.data, data: [...kept.rows] } } : query
  const selecting = useSelecting(kind, shown.data?.data.filter((record) => !isHidden?.(record)) ?? [], {
    page: JSON.stringify(list.query),
    mayManage,
    many,
  })

  const creation = mayCreate ? { label: words('create'), onClick: () => list.open('create') } : undefined
  const files: HeadAction[] =
    kind.hasFiles && mayCreate
      ? [{ label: t('list.file.open'), icon: mdiFileUploadOutline, onClick: () => list.open('file' as D) }]
      : []
  const { dialog, id } = list.state
  const actionsOf = (record: RecordOf<A>) => {
    if (!mayManage) return undefined
    if (actions) return actions(record, (opened) => list.open(opened, record.id))
    return <RecordActions record={record} onOpen={list.open} more={moreActions} />
  }
  const counted = (
    <Typography variant="body2" component="p" sx={{ color: 'text.secondary' }}>
      {query.data && (count ?? t('common.states.resultCount', { count: query.data.total }))}
    </Typography>
  )
  const shownFilters = Object.entries(list.filters)
    .filter(([name]) => !hiddenFilters.includes(name))
    .map(([name, filter]) => filterField(kind.name, name, filter, filters[name] ?? {}, t))
  const actionsColumn: ListColumn<RecordOf<A>, never> = {
    key: 'actions',
    label: ['common.table.actions'],
    align: 'right',
    cell: actionsOf,
  }
  const rows = (
    <ListView
      label={words('list.region')}
      list={list}
      query={shown}
      above={above}
      isHidden={isHidden}
      isTight={isTight}
      failed={words('messages.loadFailed')}
      columns={[
        ...selecting.columns,
        ...columns.map((column) => tableColumn(kind, column, list.sorts, t)),
        ...(mayManage ? [actionsColumn] : []),
      ]}
      nameOf={nameOf}
      card={(record) =>
        recordCard({ kind, record, card, select: selecting.onCard(record), actions: actionsOf(record) }, t)
      }
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
  )
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 }, pt: { sm: 2 } }}>
      <ListHeading
        title={words('title')}
        more={
          <>
            {!narrow && wideMore}
            {selecting.toggle}
            <HeadActions title={words('title')} actions={[...more, ...files]} />
          </>
        }
        create={creation}
        isTight={narrow}
      >
        {isTight ? query.data && <Quiet>{formatNumber(query.data.total)}</Quiet> : beside}
      </ListHeading>
      {selecting.bar ?? <ListFilters placeholder={words('searchPlaceholder')} fields={shownFilters} list={list} />}
      {quick}
      {!isTight && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: 1,
            minHeight: { xs: note ? 44 : 32, sm: 32 },
            my: 0.25,
          }}
        >
          {counted}
          {note}
          {!narrow && <DensityChoice />}
        </Box>
      )}
      <Box role="status" sx={isTight ? { mt: 1 } : {}}>
        {keepsOrder && kept.isChanged && (
          <Button variant="outlined" onClick={kept.adopt} sx={{ minHeight: 44, mb: 1 }}>
            {t('list.orderChanged')}
          </Button>
        )}
      </Box>
      {narrow ? (
        <InBackground>
          <InSteps first={<LoadingRows />}>{rows}</InSteps>
        </InBackground>
      ) : (
        rows
      )}
      {isTight && <Box sx={{ mt: 1 }}>{counted}</Box>}
      {mayManage && dialog && (
        <Suspense>
          <Dialogs dialog={dialog} id={id} onOpen={list.open} onClose={list.close} />
        </Suspense>
      )}
    </Box>
  )
}

/** The rows of an answer that belongs to the list's own state. */
function keptRows<T>({ data, isPlaceholderData }: ListAnswer<T>): T[] | undefined {
  return isPlaceholderData ? undefined : data?.data
}

function filterField(kind: KindName, name: string, filter: FilterKind, own: OwnFilter, t: TFunction): FilterField {
  const { textOf = (word) => wordText(t, kind, name, word), more = false } = own
  const field = {
    name,
    more,
    label: name === 'include_deleted' ? t('common.table.includeDeleted') : t(fieldKey(kind, name)),
  }
  switch (filter) {
    case 'text':
    case 'days':
    case 'switch':
      return { ...field, kind: filter }
    case 'id':
      return { ...field, kind: 'choice', options: own.options ?? [] }
    case 'yesno':
      return { ...field, kind: 'choice', options: own.options ?? yesNo(t) }
    default:
      return { ...field, kind: 'words', options: filter.map((value) => ({ value, label: textOf(value) })) }
  }
}

function tableColumn<K extends KindName, A extends ResourceApi, S extends string>(
  kind: RecordKind<K, A>,
  column: RecordColumn<K, A, S>,
  sorts: readonly S[],
  t: TFunction,
): ListColumn<RecordOf<A>, S> {
  if (typeof column === 'object' && 'key' in column) return column
  const own: OwnColumn<K, A, S> = typeof column === 'object' ? column : { name: column }
  const { name, cell, ...look } = own
  const value = cell ?? ((record: RecordOf<A>) => shownValue(kind, name, record, t))
  const isCode = name === 'code'
  const sort = sorts.find((each) => each === name)
  return {
    key: name,
    label: [fieldKey(kind.name, name)],
    ...(sort === undefined ? {} : { sort }),
    noWrap: isCode,
    ...look,
    cell: (record) => {
      const shown = value(record) ?? t('common.fields.none')
      return isCode ? <b>{shown}</b> : shown
    },
  }
}

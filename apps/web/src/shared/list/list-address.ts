import { parseDays } from '@dalyan/contracts/days'
import type { SortField } from '@dalyan/contracts/paging'

export const PAGE_SIZES = [10, 25, 50, 100] as const
const DEFAULT_SIZE = 25
type PageSize = (typeof PAGE_SIZES)[number]

/**
 * The form of a filter in the address: values of a closed list, free text, a record's id, one or two days with `..` between, `1`/`0`, or only `1`.
 */
type FilterKind = readonly string[] | 'text' | 'id' | 'days' | 'yesno' | 'switch'
export type Filters = Readonly<Record<string, FilterKind>>

type Value<K> = K extends readonly (infer W)[]
  ? W[]
  : K extends 'text' | 'days'
    ? string
    : K extends 'id'
      ? number
      : K extends 'yesno'
        ? '1' | '0'
        : '1'
type Asked<K> = K extends 'yesno' | 'switch' ? boolean : Value<K>
/** The API's name of a filter; the address leaves `filter_` out. */
type ApiName<K> = K extends 'include_deleted' ? K : K extends string ? `filter_${K}` : never

/** A list's state in the address; absent fields have their defaults. `id` belongs to the dialog. */
export type ListState<F extends Filters, S extends string, D extends string> = {
  search?: string
  page?: number
  per_page?: PageSize
  sort?: S | `-${S}`
  dialog?: D
  id?: number
} & { -readonly [K in keyof F]?: Value<F[K]> }

/** The call that shows a state. */
export type ListQuery<F extends Filters, S extends string> = {
  page: number
  per_page: number
  sort: SortField<S>[]
  search?: string
} & { -readonly [K in keyof F as ApiName<K>]?: Asked<F[K]> }

export interface ListAddress<F extends Filters, S extends string, D extends string> {
  defaultSort: S | `-${S}`
  filterNames: readonly string[]
  /** Reads the address: unknown keys and invalid values are dropped, defaults are left out. */
  read: (raw: Readonly<Record<string, unknown>>) => ListState<F, S, D>
  query: (state: ListState<F, S, D>) => ListQuery<F, S>
}

interface Shape<F, S extends string, D> {
  filters: F
  sorts: readonly S[]
  defaultSort: S | `-${S}`
  /** The dialogs that the address may open without a record, such as `create`. */
  pageDialogs: readonly D[]
  /** The dialogs about one record, whose `id` is in the address too. */
  recordDialogs: readonly D[]
}

/** How one list's state is written in the address: `?search=lev&status=active,suspended&sort=-name&page=2&dialog=edit&id=12`. */
export function listAddress<const F extends Filters, const S extends string, const D extends string>({
  filters,
  sorts,
  defaultSort,
  pageDialogs,
  recordDialogs,
}: Shape<F, S, D>): ListAddress<F, S, D> {
  const names = Object.keys(filters)
  return {
    defaultSort,
    filterNames: names,
    read(raw) {
      const search = text(raw['search'])
      const page = whole(raw['page'])
      const size = PAGE_SIZES.find((each) => each === Number(raw['per_page']))
      const sort = text(raw['sort'])
      const pageDialog = pageDialogs.find((each) => each === raw['dialog'])
      const dialog = recordDialogs.find((each) => each === raw['dialog'])
      const id = whole(raw['id'])
      const state: Record<string, unknown> = {
        ...(search ? { search } : {}),
        ...Object.fromEntries(
          Object.entries(filters).flatMap(([name, kind]) => {
            const value = filterValue(kind, raw[name])
            return value === undefined ? [] : [[name, value]]
          }),
        ),
        ...(page !== undefined && page > 1 ? { page } : {}),
        ...(size && size !== DEFAULT_SIZE ? { per_page: size } : {}),
        ...(sort !== defaultSort && sorts.some((each) => sort === each || sort === `-${each}`) ? { sort } : {}),
        ...(pageDialog ? { dialog: pageDialog } : {}),
        ...(dialog && id !== undefined ? { dialog, id } : {}),
      }
      return state as ListState<F, S, D>
    },
    query(state) {
      const given: Readonly<Record<string, unknown>> = state
      const order = state.sort ?? defaultSort
      const query: Record<string, unknown> = {
        page: state.page ?? 1,
        per_page: state.per_page ?? DEFAULT_SIZE,
        sort: [{ field: order.replace('-', ''), descending: order.startsWith('-') }],
        ...(state.search ? { search: state.search } : {}),
      }
      for (const name of names) {
        const value = given[name]
        if (value === undefined) continue
        const kind = filters[name]
        const apiName = name === 'include_deleted' ? name : `filter_${name}`
        query[apiName] = kind === 'yesno' || kind === 'switch' ? value === '1' : value
      }
      return query as ListQuery<F, S>
    },
  }
}

function filterValue(kind: FilterKind, raw: unknown): unknown {
  if (kind === 'text') return text(raw) || undefined
  if (kind === 'id') return whole(raw)
  if (kind === 'days') return parseDays(text(raw)) ? text(raw) : undefined
  if (kind === 'switch') return String(raw) === '1' ? '1' : undefined
  if (kind === 'yesno') return ['1', '0'].find((each) => each === String(raw))
  const words = Array.isArray(raw) ? raw.map(String) : text(raw).split(',')
  const known = kind.filter((each) => words.includes(each))
  return known.length > 0 ? known : undefined
}

function text(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw).slice(0, 200) : ''
}

/** An integer from 1 up, as ids and pages are. */
function whole(raw: unknown): number | undefined {
  const number = Number(raw)
  return Number.isInteger(number) && number >= 1 && number < 1e9 ? number : undefined
}

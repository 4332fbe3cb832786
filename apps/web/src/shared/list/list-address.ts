import { parseDays } from '@dalyan/contracts/parse-instant'
import type { SortField } from '@dalyan/contracts/paging'

export const PAGE_SIZES = [10, 25, 50, 100] as const
type PageSize = (typeof PAGE_SIZES)[number]

/**
 * The form of a filter in the address: values of a closed list, free text, a record's id, one or two days with `..` between, `1`/`0`, or only `1`.
 */
export type FilterKind = readonly string[] | 'text' | 'id' | 'days' | 'yesno' | 'switch'
export type AddressFilters = Readonly<Record<string, FilterKind>>

/** The form of a field of any address: as a filter, one value of a closed list, or the number of a page. The default and the first page are left out. */
type FieldKind = FilterKind | { oneOf: readonly (string | number)[]; default?: string | number } | 'page'
type AddressFields = Readonly<Record<string, FieldKind>>

type AddressValue<K> = K extends readonly (infer W)[]
  ? W[]
  : K extends { oneOf: readonly (infer W)[] }
    ? W
    : K extends 'text' | 'days'
      ? string
      : K extends 'id' | 'page'
        ? number
        : K extends 'yesno'
          ? '1' | '0'
          : '1'
/** What an address with these fields holds; an absent field has its default. */
export type AddressState<F extends AddressFields> = { -readonly [K in keyof F]?: AddressValue<F[K]> | undefined }
type QueryValue<K> = K extends 'yesno' | 'switch' ? boolean : AddressValue<K>
/** The API's name of a filter; the address leaves `filter_` out. */
type ApiName<K> = K extends 'include_deleted' ? K : K extends string ? `filter_${K}` : never

/** A list's state in the address; absent fields have their defaults. `id` belongs to the dialog. */
export type ListState<F extends AddressFilters, S extends string, D extends string> = {
  search?: string
  page?: number
  per_page?: PageSize
  sort?: S | `-${S}`
  dialog?: D
  id?: number
} & { -readonly [K in keyof F]?: AddressValue<F[K]> }

/** The call that shows a state. */
export type AddressQuery<F extends AddressFilters, S extends string> = {
  page: number
  per_page: number
  sort: SortField<S>[]
  search?: string
} & { -readonly [K in keyof F as ApiName<K>]?: QueryValue<F[K]> }

export interface ListAddress<F extends AddressFilters, S extends string, D extends string> {
  defaultSort: S | `-${S}`
  filters: F
  sorts: readonly S[]
  /** Reads the address: unknown keys and invalid values are dropped, defaults are left out. */
  read: (raw: Readonly<Record<string, unknown>>) => ListState<F, S, D>
  query: (state: ListState<F, S, D>) => AddressQuery<F, S>
}

interface AddressShape<F, S extends string, D> {
  filters: F
  sorts: readonly S[]
  defaultSort: S | `-${S}`
  /** The dialogs that the address may open without a record, such as `create`. */
  pageDialogs: readonly D[]
  /** The dialogs about one record, whose `id` is in the address too. */
  recordDialogs: readonly D[]
  /** The records of a page, unless the address says otherwise; default: 25. */
  defaultSize?: PageSize
}

/** How one list's state is written in the address: `?search=lev&status=active,suspended&sort=-name&page=2&dialog=edit&id=12`. */
export function listAddress<const F extends AddressFilters, const S extends string, const D extends string>({
  filters,
  sorts,
  defaultSort,
  pageDialogs,
  recordDialogs,
  defaultSize = 25,
}: AddressShape<F, S, D>): ListAddress<F, S, D> {
  const names = Object.keys(filters)
  return {
    defaultSort,
    filters,
    sorts,
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
        ...readFields(filters, raw),
        ...(page !== undefined && page > 1 ? { page } : {}),
        ...(size && size !== defaultSize ? { per_page: size } : {}),
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
        per_page: state.per_page ?? defaultSize,
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
      return query as AddressQuery<F, S>
    },
  }
}

/** Reads the fields of an address: unknown keys and invalid values are dropped. */
export function readFields<const F extends AddressFields>(
  fields: F,
  raw: Readonly<Record<string, unknown>>,
): AddressState<F> {
  const read = Object.entries(fields).map(([name, kind]) => [name, fieldValue(kind, raw[name])] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as AddressState<F>
}

/** The fields of an address that leave records out. @returns `without`: removes them; `isNarrowed`: whether one is set */
export function narrowing<const Name extends string>(names: readonly Name[]) {
  return {
    without: Object.fromEntries(names.map((name) => [name, undefined])) as { [Key in Name]?: undefined },
    isNarrowed: (search: { readonly [Key in Name]?: unknown }) => names.some((name) => search[name] !== undefined),
  }
}

function fieldValue(kind: FieldKind, raw: unknown): unknown {
  if (typeof kind === 'object' && 'oneOf' in kind) {
    const value = kind.oneOf.find((each) => String(each) === String(raw))
    return value === kind.default ? undefined : value
  }
  if (kind === 'text') return text(raw) || undefined
  if (kind === 'id') return whole(raw)
  if (kind === 'page') return String(raw) === '1' ? undefined : whole(raw)
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

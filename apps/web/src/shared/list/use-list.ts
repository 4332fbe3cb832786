import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { AddressFilters, ListAddress, AddressQuery, ListState } from './list-address.ts'

/** A change of a list's state; undefined resets a field to its default. */
export type ListChange = Readonly<Record<string, unknown>>

export interface List<F extends AddressFilters, S extends string, D extends string> extends Pick<
  ListAddress<F, S, D>,
  'filters' | 'sorts'
> {
  state: ListState<F, S, D>
  /** The call that shows the state. */
  query: AddressQuery<F, S>
  sort: S | `-${S}`
  /** Whether a search or a filter narrows the list. */
  isFiltered: boolean
  /** Adds an entry to the history, or replaces it while the user types; goes back to page one unless a page is given. */
  change: (part: ListChange, how?: { replace?: boolean }) => void
  /** Drops search and filters; order and page size stay. */
  clear: () => void
  open: (dialog: D | 'create', id?: number) => void
  close: () => void
}

/** The state of a page, which is its address; `read` drops what the page does not know. */
export function useAddress<S>(read: (raw: ListChange) => S) {
  const raw: ListChange = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = useCallback(
    (part: ListChange, { replace = false }: { replace?: boolean } = {}) =>
      void navigate({
        to: '.',
        // The router has a type of search for each page; this hook serves all.
        search: ((before: ListChange) => read({ ...before, ...part })) as never,
        replace,
        resetScroll: false,
      }),
    [navigate, read],
  )
  return {
    state: read(raw),
    /** Adds an entry to the history, or replaces it; the same function each time. */
    go,
  }
}

/** A list's state, which is the address of the page that uses it. */
export function useList<F extends AddressFilters, S extends string, D extends string>(
  address: ListAddress<F, S, D>,
): List<F, S, D> {
  const { state, go } = useAddress(address.read)
  const open = useCallback((dialog: D | 'create', id?: number) => go({ dialog, id }), [go])
  const narrowing = ['search', ...Object.keys(address.filters)]
  return {
    filters: address.filters,
    sorts: address.sorts,
    state,
    query: address.query(state),
    sort: state.sort ?? address.defaultSort,
    isFiltered: narrowing.some((name) => name !== 'include_deleted' && (state as ListChange)[name] !== undefined),
    change: (part, how) => go({ page: undefined, ...part }, how),
    clear: () => go({ page: undefined, ...Object.fromEntries(narrowing.map((name) => [name, undefined])) }),
    open,
    close: () => go({ dialog: undefined, id: undefined }),
  }
}

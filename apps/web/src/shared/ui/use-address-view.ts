import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

type AddressSearch = Readonly<Record<string, unknown>>

/**
 * A page's state, which is its address, and how to change it.
 * @param read reads an address; missing and invalid values become defaults
 * @param write writes an address without defaults
 * @param change applies changes to the state
 */
export function useAddressView<View>(
  read: (search: AddressSearch) => View,
  write: (view: View) => object,
  change: (view: View, changes: Partial<View>) => View = withChanges,
) {
  const search: AddressSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const view = useMemo(() => read(search), [read, search])
  const show = useCallback(
    (changes: Partial<View>) =>
      void navigate({
        to: '.',
        // The router has a type of search for each page; this hook serves several.
        search: ((before: AddressSearch) => write(change(read(before), changes))) as never,
        resetScroll: false,
      }),
    [navigate, read, write, change],
  )
  return { view, show }
}

function withChanges<View>(view: View, changes: Partial<View>): View {
  return { ...view, ...changes }
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TankListSearch } from './tank-list-search.ts'

/** The list's state, kept in the address. Typing replaces the entry, every other change makes a new one; both go back to page one. */
export function useTankListSearch() {
  const search = useSearch({ from: '/signed-in/tanks' })
  const navigate = useNavigate({ from: '/tanks' })

  function change(part: Partial<TankListSearch>, how: { replace?: boolean } = {}): void {
    void navigate({
      search: ({ page: _, ...before }) => withoutUndefined({ ...before, ...part }),
      replace: how.replace ?? false,
      resetScroll: false,
    })
  }
  return { search, change, clear: () => void navigate({ search: {} }) }
}

function withoutUndefined(search: Partial<TankListSearch>): TankListSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

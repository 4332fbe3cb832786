import { useNavigate, useSearch } from '@tanstack/react-router'
import { readTankListSearch, type TankListSearch } from './tank-list-search.ts'

/** What changes in the list's state; a field given as undefined goes back to its default. */
export type TankListChange = { [Field in keyof TankListSearch]?: TankListSearch[Field] | undefined }

/** The list's state, kept in the address. Typing replaces the entry, every other change makes a new one; both go back to page one. */
export function useTankListSearch() {
  const search = useSearch({ from: '/signed-in/tanks' })
  const navigate = useNavigate({ from: '/tanks' })
  return {
    search,
    change(part: TankListChange, { replace = false } = {}): void {
      void navigate({
        search: (before) => readTankListSearch({ ...before, page: 1, ...part }),
        replace,
        resetScroll: false,
      })
    },
    clear(): void {
      void navigate({ search: {} })
    },
  }
}

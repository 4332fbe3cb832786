import type { User } from '@dalyan/contracts/users'
import { useState } from 'react'
import { useUser } from '../../shared/session/user-context.ts'

export interface Selection {
  users: readonly User[]
  /** Everybody on the page whom one may delete. */
  isAll: boolean
  has: (user: User) => boolean
  toggle: (user: User) => void
  toggleAll: () => void
  clear: () => void
}

const NOBODY: ReadonlySet<number> = new Set()

/** Who is selected on the page of the list called `page`; another page begins with nobody. */
export function useSelection(page: string, shown: readonly User[]): Selection {
  const own = useUser().id
  const [state, setState] = useState({ page, ids: NOBODY })
  const ids = state.page === page ? state.ids : NOBODY
  const open = shown.filter(({ id }) => id !== own)
  const users = open.filter(({ id }) => ids.has(id))
  const isAll = open.length > 0 && users.length === open.length
  const keep = (chosen: Iterable<number>) => setState({ page, ids: new Set(chosen) })
  return {
    users,
    isAll,
    has: ({ id }) => id !== own && ids.has(id),
    toggle: ({ id }) => keep(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]),
    toggleAll: () => keep(isAll ? [] : open.map(({ id }) => id)),
    clear: () => keep([]),
  }
}

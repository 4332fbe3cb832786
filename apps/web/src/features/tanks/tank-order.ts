import type { TankOrderQuery } from '@dalyan/contracts/tanks'
import { tankList } from './tank-list-search.ts'

const KEY = 'tank-list'

type TankListState = ReturnType<typeof tankList.read>

/** Saves the state of the list that was opened last, for the previous and next tank of the tank's page; for the life of the browser tab. */
export function rememberTankOrder(state: TankListState): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...state, sort: state.sort ?? tankList.defaultSort }))
  } catch {
    // Storage forbidden: tanks follow each other by code.
  }
}

/** The filters and the order of the list that was on screen last; by code where there was none. */
export function rememberedTankOrder(): TankOrderQuery {
  const saved = stored()
  const state = tankList.read(saved)
  if (saved['sort'] !== tankList.defaultSort) state.sort ??= 'code'
  const { page: _page, per_page: _size, ...query } = tankList.query(state)
  return query
}

function stored(): Record<string, unknown> {
  try {
    const state: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof state === 'object' && state !== null ? { ...state } : {}
  } catch {
    return {}
  }
}

import type { TankOrderQuery } from '@dalyan/contracts/tanks'
import { tankList } from './tank-list-search.ts'

const KEY = 'tank-list'

type TankListState = ReturnType<typeof tankList.read>

/** Saves the state of the list that was opened last, for the previous and next tank of the tank's page; for the life of the browser tab. */
export function rememberTankOrder(state: TankListState): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(state))
  } catch {
    // Storage forbidden: tanks follow each other by code.
  }
}

/** The filters and the order of the list that was on screen last; empty: by code. */
export function rememberedTankOrder(): TankOrderQuery {
  const { page: _page, per_page: _size, ...query } = tankList.query(tankList.read(stored()))
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

import type { WallState } from '@dalyan/contracts/wall-states'
import { type AddressState, readFields } from '../../shared/list/list-address.ts'

const FIELDS = {
  /** By place when absent. */
  v: { oneOf: ['danger', 'plan', 'display'] },
  /** Whose plan: a firm's id, or `none` for tanks of no firm. With `v=display` the display shows it instead of tiles. */
  plan: 'text',
  state: ['crit', 'silent', 'warn', 'fore', 'suspect', 'stale', 'mode'] satisfies WallState[],
  q: 'text',
} as const

/** The overview's state in its address. */
export type WallSearch = AddressState<typeof FIELDS>

export function readWallSearch(raw: Readonly<Record<string, unknown>>): WallSearch {
  return readFields(FIELDS, raw)
}

import type { Instant } from '@dalyan/contracts/instant'
import type { WallRepository, WallScope, WallValuesRow, WallValuesVersion } from './wall.sql.ts'

/** A tank that nobody asked for this long is forgotten, at the latest after twice this time. */
const FORGET_AFTER_MS = 10 * 60_000

export interface NewestValues {
  /** The rows of each tank, by the number of the terminal. */
  ofTank: ReadonlyMap<number, readonly WallValuesRow[]>
  /** When the last reading of each terminal arrived, of any tank. */
  seenAt: ReadonlyMap<number, Instant>
}

/**
 * Reads the newest values of the tanks of an overview. Only those that have changed since they were read are read again: most terminals have sent nothing
 * between two answers, and writing the values of thousands as JSON takes PostgreSQL longer than anything else of an answer.
 */
export function createNewestValues(wall: Pick<WallRepository, 'listValueVersions' | 'listValues'>) {
  let kept = new Map<number, readonly WallValuesRow[]>()
  let before = kept
  let forgotAt = 0

  function forgetOld(now: number): void {
    if (Math.abs(now - forgotAt) < FORGET_AFTER_MS) return
    forgotAt = now
    before = kept
    kept = new Map()
  }

  return {
    /** @param now epoch milliseconds */
    async read(tanks: WallScope, now: number): Promise<NewestValues> {
      forgetOld(now)
      const found = new Map<number, WallValuesRow[]>()
      const seenAt = new Map<number, Instant>()
      function add(row: WallValuesRow): void {
        const seen = seenAt.get(row.terminal_id)
        if (seen === undefined || seen < row.received_at) seenAt.set(row.terminal_id, row.received_at)
        const others = found.get(row.tank_id)
        if (others) others.push(row)
        else found.set(row.tank_id, [row])
      }
      const changed: WallValuesVersion[] = []
      for (const one of await wall.listValueVersions(tanks)) {
        const [, tank, current] = one
        const row = (kept.get(tank) ?? before.get(tank))?.find(({ version }) => version === current)
        if (row) add(row)
        else changed.push(one)
      }
      if (changed.length > 0) for (const row of await wall.listValues(changed)) add(row)
      for (const [id, rows] of found) {
        // In an order of its own, so that a tank that has not changed is known again.
        rows.sort((a, b) => a.terminal_id - b.terminal_id)
        kept.set(id, rows)
      }
      return { ofTank: found, seenAt }
    },
  }
}

export type ReadNewestValues = ReturnType<typeof createNewestValues>['read']

import type { Incident } from '@dalyan/contracts/incidents'
import type { WallTank } from '@dalyan/contracts/wall'

const LEAST = 3

/** Silent tanks of one outage, which the list folds to one row. */
export interface SilentTogether {
  /** Of the incident. */
  id: number
  place: string | null
  since: string
  tankIds: ReadonlySet<number>
  /** The first of them on screen. */
  firstId: number
}

/**
 * The tanks that fell silent together. One whose last value was out of range keeps its own row, because it must be seen.
 * @param ids the tanks on screen, in their order
 */
export function silentTogether(
  ids: readonly number[],
  tanks: ReadonlyMap<number, WallTank>,
  incidents: readonly Incident[],
): SilentTogether[] {
  return incidents.flatMap(({ id, cause, place, started_at, tanks: concerned }) => {
    if (cause !== 'outage') return []
    const members = new Set(concerned.map((tank) => tank.id))
    const folded = ids.filter((each) => {
      const tank = members.has(each) ? tanks.get(each) : undefined
      return tank?.state === 'silent' && Object.values(tank.values).every(({ out }) => !out)
    })
    const [firstId] = folded
    if (firstId === undefined || folded.length < LEAST) return []
    return [{ id, place, since: started_at, tankIds: new Set(folded), firstId }]
  })
}

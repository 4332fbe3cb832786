import type { AppEvents } from '../../events.ts'
import type { Moved } from '../terminals/move-terminals.ts'

interface Needs {
  events: AppEvents
  /** Judges tanks by the limits, terminals and status of now, after the commit. */
  evaluateTanks: (tankIds: readonly number[]) => Promise<unknown>
}

export type AfterTankChange = ReturnType<typeof createAfterTankChange>

/** After the commit of what changed tanks: what has to follow, and what may be missed. */
export function createAfterTankChange({ events, evaluateTanks }: Needs) {
  return async (ids: readonly number[], moves: readonly Moved[], announceLog: () => void): Promise<void> => {
    const tankIds = [...new Set([...ids, ...moves.flatMap(({ tank_ids }) => tank_ids)])]
    try {
      await evaluateTanks(tankIds)
    } finally {
      // The change stands, whatever became of the judging: the ingest and open pages must learn of it.
      announceLog()
      for (const { announce } of moves) announce()
      for (const tankId of tankIds) events.emit('tank.changed', { id: tankId })
    }
  }
}

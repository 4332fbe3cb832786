import type { AppEvents } from '../../events.ts'
import type { Moved } from '../terminals/move-terminals.ts'

interface Needs {
  events: AppEvents
  /** Evaluates tanks by their current limits, terminals and status, after the commit. */
  evaluateTanks: (tankIds: readonly number[]) => Promise<unknown>
}

export type AfterTankChange = ReturnType<typeof createAfterTankChange>

/** Runs after the commit of a change to tanks: evaluates them, then announces the change. */
export function createAfterTankChange({ events, evaluateTanks }: Needs) {
  return async (ids: readonly number[], moves: readonly Moved[], announceLog: () => void): Promise<void> => {
    const tankIds = [...new Set([...ids, ...moves.flatMap(({ tank_ids }) => tank_ids)])]
    try {
      await evaluateTanks(tankIds)
    } finally {
      // The change is committed even if the evaluation failed: the ingest and open pages must learn of it.
      announceLog()
      for (const { announce } of moves) announce()
      for (const tankId of tankIds) events.emit('tank.changed', { id: tankId })
    }
  }
}

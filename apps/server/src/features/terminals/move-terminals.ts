import type { Instant } from '@dalyan/contracts/instant'
import type { Basics } from '../../basics.ts'
import type { Connection } from '../../core/database/database.ts'
import { logEntry, type UserAction } from '../../core/log-entries.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import { assignmentsRepository, type Assigned } from './assignments.sql.ts'

export interface MoveNeeds extends Basics, LogWriters {
  /** Marks tanks that gain or lose a terminal as changed by the user who moved it. */
  touchTanks: (on: Connection, tankIds: readonly number[], by: number, at: Instant) => Promise<void>
}

/** `to` null: off its tank. */
export interface Move {
  terminal: Assigned
  to: { id: number; code: string } | null
}

export interface Moved {
  /** Tanks that gained or lost a terminal. */
  tank_ids: number[]
  announce: () => void
}

/** Moves terminals to tanks or off them and writes both logs, in the caller's transaction and under the assignments' lock. */
export async function moveTerminals(
  { events, terminalLogs, tankLogs, touchTanks }: MoveNeeds,
  on: Connection,
  moves: readonly Move[],
  action: UserAction,
): Promise<Moved> {
  const moving = moves
    .filter(({ terminal, to }) => terminal.tank?.id !== to?.id)
    .map(({ terminal: { id, code, tank }, to }) => ({ id, code, from: tank, to }))
  await assignmentsRepository(on).move(
    moving.map(({ id, to }) => ({ terminal_id: id, tank_id: to?.id ?? null })),
    action.at,
  )
  const announceTerminals = await terminalLogs.write(
    on,
    moving.map(({ from, to, ...terminal }) => logEntry(terminal, 'tank_assigned', action, { from, to })),
  )
  const announceTanks = await tankLogs.write(
    on,
    moving.flatMap(({ from, to, ...terminal }) => [
      ...(from ? [logEntry(from, 'terminal_removed', action, { terminal, to })] : []),
      ...(to ? [logEntry(to, 'terminal_assigned', action, { terminal, from })] : []),
    ]),
  )
  const tankIds = [...new Set(moving.flatMap(tanksOf))]
  await touchTanks(on, tankIds, action.by.id, action.at)
  return {
    tank_ids: tankIds,
    announce: () => {
      announceTerminals()
      announceTanks()
      for (const move of moving) events.emit('terminal.changed', { id: move.id, tank_ids: tanksOf(move) })
    },
  }
}

function tanksOf({ from, to }: { from: Move['to']; to: Move['to'] }): number[] {
  return [from, to].flatMap((tank) => tank?.id ?? [])
}

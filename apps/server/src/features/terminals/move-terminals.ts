import type { Instant } from '@dalyan/contracts/instant'
import type { Processor } from '@dalyan/contracts/logs'
import type { Connection } from '../../core/database/database.ts'
import type { AppEvents } from '../../events.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import { assignmentsRepository, type Assigned } from './assignments.sql.ts'

interface Needs extends LogWriters {
  events: AppEvents
  /** Marks tanks that gain or lose a terminal as changed by the user who moved it. */
  touchTanks: (on: Connection, tankIds: readonly number[], by: number, at: Instant) => Promise<void>
}

type TankRef = { id: number; code: string }

/** The user who moves terminals, and the time. */
export interface ActionContext {
  by: Processor & { id: number }
  at: Instant
}

/** `to` null: off its tank. */
export interface Move {
  terminal: Assigned
  to: TankRef | null
}

export interface Moved {
  /** Tanks that gained or lost a terminal. */
  tank_ids: number[]
  announce: () => void
}

export type MoveTerminals = ReturnType<typeof createTerminalMover>

/** Moves terminals to tanks or off them and writes both logs, in the caller's transaction and under the assignments' lock. */
export function createTerminalMover({ events, terminalLogs, tankLogs, touchTanks }: Needs) {
  return async (on: Connection, moves: readonly Move[], { by, at }: ActionContext): Promise<Moved> => {
    const moving = moves
      .filter(({ terminal, to }) => terminal.tank?.id !== to?.id)
      .map(({ terminal: { id, code, tank }, to }) => ({ id, code, from: tank, to }))
    await assignmentsRepository(on).move(
      moving.map(({ id, to }) => ({ terminal_id: id, tank_id: to?.id ?? null })),
      at,
    )
    const entry = { status: 'success' as const, processor: by, created_at: at }
    const announceTerminals = await terminalLogs.write(
      on,
      moving.map(({ id, code, from, to }) => ({
        ...entry,
        subject: { id, code },
        event: 'tank_assigned' as const,
        meta: { from, to },
      })),
    )
    const announceTanks = await tankLogs.write(
      on,
      moving.flatMap(({ id, code, from, to }) => [
        ...(from
          ? [{ ...entry, subject: from, event: 'terminal_removed' as const, meta: { terminal: { id, code }, to } }]
          : []),
        ...(to
          ? [{ ...entry, subject: to, event: 'terminal_assigned' as const, meta: { terminal: { id, code }, from } }]
          : []),
      ]),
    )
    const tankIds = [...new Set(moving.flatMap(({ from, to }) => [from?.id, to?.id]))].filter((id) => id !== undefined)
    await touchTanks(on, tankIds, by.id, at)
    return {
      tank_ids: tankIds,
      announce: () => {
        announceTerminals()
        announceTanks()
        for (const { id, from, to } of moving) {
          events.emit('terminal.changed', { id, tank_ids: [from?.id, to?.id].filter((tankId) => tankId !== undefined) })
        }
      },
    }
  }
}

import type { TankInput } from '@dalyan/contracts/tanks'
import { CodesTaken } from '../../core/bulk/all-or-nothing.ts'
import type { Connection } from '../../core/database/database.ts'
import { withChange } from '../../core/with-change.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import type { Assigned } from '../terminals/assignments.sql.ts'
import type { ActionContext, Moved, MoveTerminals } from '../terminals/move-terminals.ts'
import { tanksRepository, type TankColumns } from './tanks.repository.ts'

interface Needs extends Pick<LogWriters, 'tankLogs'> {
  moveTerminals: MoveTerminals
}

/** A tank to create, with its terminals. */
export interface WantedTank {
  columns: TankColumns
  terminals: readonly Assigned[]
}

export interface MadeTanks {
  ids: number[]
  moved: Moved
  announce: () => void
}

const EMPTY: Omit<TankColumns, 'code' | 'name' | 'status'> = {
  firm_id: null,
  range_template_id: null,
  suspended_until: null,
  location: null,
  province: null,
  district: null,
  address: null,
  notes: null,
}

/** The columns of a new tank. */
export function newTankColumns(input: TankInput): TankColumns {
  const { iot_ids: _, ...written } = input
  return withChange(EMPTY, written)
}

export type MakeTanks = ReturnType<typeof createTankMaker>

/**
 * Creates tanks with the first entries of their logs and assigns their terminals, inside the caller's transaction and
 * with the assignments locked.
 */
export function createTankMaker({ tankLogs, moveTerminals }: Needs) {
  /** @throws CodesTaken when other live tanks have some of the codes. */
  return async (on: Connection, wanted: readonly WantedTank[], hand: ActionContext): Promise<MadeTanks> => {
    const columns = wanted.map((tank) => tank.columns)
    const ids = await tanksRepository(on).insertMany(columns, hand.by.id, hand.at)
    const taken = columns.flatMap(({ code }) => (ids.has(code) ? [] : [code]))
    if (taken.length > 0) throw new CodesTaken(taken)

    const entry = { status: 'success' as const, processor: hand.by, event: 'created' as const, created_at: hand.at }
    const refOf = ({ code }: TankColumns) => ({ id: ids.get(code) ?? 0, code })
    const announce = await tankLogs.write(
      on,
      columns.map((tank) => ({ ...entry, subject: refOf(tank), meta: { status: tank.status, name: tank.name } })),
    )
    const moves = wanted.flatMap((tank) => tank.terminals.map((terminal) => ({ terminal, to: refOf(tank.columns) })))
    return {
      ids: columns.map((tank) => refOf(tank).id),
      moved: await moveTerminals(on, moves, hand),
      announce,
    }
  }
}

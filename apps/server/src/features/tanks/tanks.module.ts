import type { Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { AppEvents } from '../../events.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import type { assignmentsRepository } from '../terminals/assignments.sql.ts'
import type { MoveTerminals } from '../terminals/move-terminals.ts'
import { createAfterTankChange } from './after-tank-change.ts'
import { createTankMaker } from './make-tanks.ts'
import { createTankReader } from './read-tanks.ts'
import { createTankSuspensions } from './tank-suspensions.ts'
import { createTanksFromFile } from './tanks-from-file.ts'
import { createTanksService } from './tanks.service.ts'

type Reads = Parameters<typeof createTankReader>[0]

interface Needs extends Pick<LogWriters, 'tankLogs'>, Omit<Reads, 'terminalsOn'> {
  database: Database
  clock: Clock
  events: AppEvents
  assignments: typeof assignmentsRepository
  moveTerminals: MoveTerminals
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  hasTemplate: (on: Connection, id: number) => Promise<boolean>
  /** Finds existing records by code or name, locked against deletion until the transaction ends. */
  findFirms: (on: Connection, codes: readonly string[]) => Promise<ReadonlyMap<string, number>>
  findTemplates: (on: Connection, names: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** Evaluates tanks by their current limits, terminals and status, after the commit. */
  evaluateTanks: (tankIds: readonly number[]) => Promise<unknown>
}

/** Wires the tanks feature. */
export function createTanks(needs: Needs) {
  const tankReader = createTankReader({
    ...needs,
    terminalsOn: needs.assignments(needs.database).findShownOnTanks,
  })
  const verbs = { ...needs, makeTanks: createTankMaker(needs), afterChange: createAfterTankChange(needs) }
  return {
    tankReader,
    tanks: createTanksService({ ...verbs, reader: tankReader }),
    tanksFromFile: createTanksFromFile(verbs),
    tankSuspensions: createTankSuspensions(needs),
  }
}

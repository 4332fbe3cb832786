import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import type { Logger } from '../../core/log.ts'
import type { AppEvents } from '../../events.ts'
import type { Audit } from '../logs/audit-log.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import type { settingsRepository } from '../settings/settings.repository.ts'
import { createEnrolment } from './enrolment.ts'
import { createTerminalMaker } from './make-terminals.ts'
import { createTerminalMover, type MoveTerminals } from './move-terminals.ts'
import { terminalConnections } from './terminal-connections.sql.ts'
import { terminalDirectoryRepository } from './terminal-directory.sql.ts'
import { createTerminalDirectory } from './terminal-directory.ts'
import { terminalPresenceRepository } from './terminal-presence.sql.ts'
import { createTerminalPresence } from './terminal-presence.ts'
import { createTerminalSuspensions } from './terminal-suspensions.ts'
import { createTerminalsFromFile } from './terminals-from-file.ts'
import { terminalsRepository } from './terminals.repository.ts'
import { createTerminalsService } from './terminals.service.ts'

interface Needs extends LogWriters {
  database: Database
  clock: Clock
  events: AppEvents
  log: Logger
  settings: typeof settingsRepository
  /** Marks tanks that gain or lose a terminal as changed by the user who moved it. */
  touchTanks: Parameters<typeof createTerminalMover>[0]['touchTanks']
  /** The tanks that terminals may be assigned to, by id and by code. */
  findTank: (on: Connection, id: number) => Promise<{ id: number; code: string } | undefined>
  findTanks: (on: Connection, codes: readonly string[]) => Promise<ReadonlyMap<string, { id: number; code: string }>>
  /** Evaluates tanks by their current terminals, after the commit. */
  evaluateTanks: (tankIds: readonly number[]) => Promise<unknown>
  audit: Audit
}

/** Wires the terminals. The ingest starts the directory and the presence. */
export function createTerminals({ touchTanks, findTank, findTanks, ...needs }: Needs) {
  const { database, clock, terminalLogs } = needs
  const directory = createTerminalDirectory({ ...needs, repository: terminalDirectoryRepository })
  const moveTerminals: MoveTerminals = createTerminalMover({ ...needs, touchTanks })
  const verbs = {
    ...needs,
    moveTerminals,
    makeTerminals: createTerminalMaker({ terminalLogs }),
    directorySettled: directory.settled,
  }
  return {
    terminals: createTerminalsService({ ...verbs, findTank }),
    terminalsFromFile: createTerminalsFromFile({ ...verbs, findTanks }),
    terminalSuspensions: createTerminalSuspensions(needs),
    enrolment: createEnrolment(verbs),
    moveTerminals,
    directory,
    presence: createTerminalPresence({ ...needs, repository: terminalPresenceRepository, directory }),
    connections: terminalConnections(database),
    /** A terminal as a caller of these firms may see it; undefined: it does not exist, or the caller may not see it. */
    findTerminal: (id: number, scope: FirmScope) =>
      terminalsRepository(database).findById(id, scope, instantAt(clock.now())),
  }
}

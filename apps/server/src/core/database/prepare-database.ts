import type { Logger } from '../log.ts'
import { grantDefaults, grantExceptions } from './application-role.ts'
import { openDatabase, type DatabaseAddress } from './database.ts'
import { migrate } from './migrate.ts'

interface Needs {
  /** Of the owner of the tables, or of one who may make them. */
  address: DatabaseAddress
  log: Logger
  /** Whether the server works as a role of its own, which then gets its rights. */
  hasApplicationRole: boolean
}

/** Brings a database to this version: its tables, and the rights of the role that works with them. It takes as long as there are rows. */
export async function prepareDatabase({ address, log, hasApplicationRole }: Needs): Promise<void> {
  const database = openDatabase({ ...address, log, patience: 'endless', poolSize: 2, purpose: 'migration' })
  try {
    if (hasApplicationRole) await database.transact(grantDefaults)
    await migrate(database.db as never, address.schema)
    if (hasApplicationRole) await database.transact(grantExceptions)
  } finally {
    await database.close()
  }
}

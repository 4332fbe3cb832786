import type { Logger } from '../log.ts'
import { grantDefaults, grantExceptions } from './application-role.ts'
import { openDatabase, type DatabaseAddress } from './database.ts'
import { migrate } from './migrate.ts'

interface Needs {
  /** Of the owner of the tables, or of a role that may create them. */
  address: DatabaseAddress
  log: Logger
  /** Whether the server uses a separate role, which is then granted its rights. */
  hasApplicationRole: boolean
}

/** Migrates a database to this version and grants the server's role its rights. The time depends on the number of rows. */
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

import type { Connection, Database } from './database.ts'

/** Reads in one snapshot: what its statements see belongs together, whatever is written meanwhile. */
export function inSnapshot<T>(
  database: Pick<Database, 'transact'>,
  read: (connection: Connection) => Promise<T>,
): Promise<T> {
  return database.transact(read, 'begin isolation level repeatable read, read only')
}

import { openAlone, type Connection, type Database, type DatabaseAddress, type OpenTransaction } from './database.ts'

const OPENING = 'begin isolation level repeatable read, read only'

/** Reads in one snapshot: what its statements see belongs together, whatever is written meanwhile. */
export function inSnapshot<T>(
  database: Pick<Database, 'transact'>,
  read: (connection: Connection) => Promise<T>,
): Promise<T> {
  return database.transact(read, OPENING)
}

/** The same for what a thread reads bit by bit: it stays open until its `end`. */
export function openSnapshot(address: DatabaseAddress): Promise<OpenTransaction> {
  return openAlone(address, OPENING)
}

import type { Connection, Queries } from './connections.ts'
import { openAlone, type OpenTransaction, type ReadAddress } from './read-replica.ts'

const OPENING = 'begin isolation level repeatable read, read only'

/** Reads in one snapshot, so that the results of all statements are consistent with each other. */
export function inSnapshot<T>(
  database: Pick<Queries, 'transact'>,
  read: (connection: Connection) => Promise<T>,
): Promise<T> {
  return database.transact(read, OPENING)
}

/** The same for a thread that reads in chunks; the snapshot stays open until `end` is called. */
export function openSnapshot(address: ReadAddress): Promise<OpenTransaction> {
  return openAlone(address, OPENING)
}

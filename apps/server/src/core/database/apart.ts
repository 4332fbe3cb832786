import pg from 'pg'
import type { Connection } from './database.ts'

/** Deadlocks and failed serialisation: the whole transaction is begun again, so its parts must not go on. */
const BEGIN_AGAIN = new Set(['40001', '40P01'])

/**
 * A part of a transaction whose failure undoes itself alone; the rest stands.
 * @returns what failed, or null. @throws what ends the transaction anyway.
 */
export async function apart({ query }: Pick<Connection, 'query'>, work: () => Promise<void>): Promise<unknown> {
  await query('savepoint apart')
  try {
    await work()
    await query('release savepoint apart')
    return null
  } catch (error) {
    if (error instanceof pg.DatabaseError && BEGIN_AGAIN.has(error.code ?? '')) throw error
    await query('rollback to savepoint apart')
    return error
  }
}

import pg from 'pg'
import type { Connection } from './database.ts'

/** Deadlock and failed serialisation: the full transaction is repeated, so its parts must not continue. */
const BEGIN_AGAIN = new Set(['40001', '40P01'])

/**
 * Runs a part of a transaction in a savepoint, so that its failure undoes only this part.
 * @returns the error of the part, or null.
 * @throws an error that ends the full transaction in any case.
 */
export async function inSavepoint({ query }: Pick<Connection, 'query'>, work: () => Promise<void>): Promise<unknown> {
  await query('savepoint part')
  try {
    await work()
    await query('release savepoint part')
    return null
  } catch (error) {
    if (error instanceof pg.DatabaseError && BEGIN_AGAIN.has(error.code ?? '')) throw error
    await query('rollback to savepoint part')
    return error
  }
}

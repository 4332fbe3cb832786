import type { Connection, Database } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { isBad, refuseTaken, type BulkRow } from './bulk-row.ts'

/** 409: other live records have these codes; the transaction must be rolled back. */
export class CodesTaken extends AppError {
  readonly codes: ReadonlySet<string>

  constructor(codes: readonly string[]) {
    super(409, 'code_taken', { fields: { code: 'code_taken' } })
    this.codes = new Set(codes)
  }
}

interface BulkSteps<T, M> {
  isDryRun: boolean
  /** Checks every row and writes nothing. */
  validate: (on: Connection) => Promise<BulkRow<T>[]>
  /** @throws CodesTaken */
  write: (on: Connection, inputs: T[]) => Promise<M>
}

export interface Outcome<M> {
  rows: Omit<BulkRow<unknown>, 'input'>[]
  /** null: nothing was created. */
  made: M | null
}

/** Creates every record of a file in one transaction, or none; a dry run ends after the validation. */
export async function allOrNothing<T, M>(
  database: Database,
  { isDryRun, validate, write }: BulkSteps<T, M>,
): Promise<Outcome<M>> {
  if (isDryRun) return { rows: await validate(database), made: null }
  let rows: BulkRow<T>[] = []
  try {
    return await database.transact(async (on) => {
      rows = await validate(on)
      const made = rows.some(isBad)
        ? null
        : await write(
            on,
            rows.flatMap(({ input }) => input ?? []),
          )
      return { rows, made }
    })
  } catch (error) {
    if (!(error instanceof CodesTaken)) throw error
    refuseTaken(rows, error.codes)
    return { rows, made: null }
  }
}

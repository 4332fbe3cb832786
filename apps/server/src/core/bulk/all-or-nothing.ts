import type { BulkAnswer } from '@dalyan/contracts/bulk'
import { errorText, type Language } from '@dalyan/contracts/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Connection, Database } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { languageOf } from '../http/language.ts'
import { isBad, refuseTaken, type ReadBulkRow } from './bulk-row.ts'

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
  validate: (on: Connection) => Promise<ReadBulkRow<T>[]>
  /** @throws CodesTaken */
  write: (on: Connection, inputs: T[]) => Promise<M>
}

interface AllOrNothingOutcome<M> {
  rows: Omit<ReadBulkRow<unknown>, 'input'>[]
  /** null: nothing was created. */
  made: M | null
}

/** Creates every record of a file in one transaction, or none; a dry run ends after the validation. */
export async function allOrNothing<T, M>(
  database: Database,
  { isDryRun, validate, write }: BulkSteps<T, M>,
): Promise<AllOrNothingOutcome<M>> {
  if (isDryRun) return { rows: await validate(database), made: null }
  let rows: ReadBulkRow<T>[] = []
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

export interface BulkOutcome<M> extends AllOrNothingOutcome<M[]> {
  ignored_columns: string[]
}

/**
 * The result of a file, in the caller's language; 200 instead of 201 after a dry run.
 * @throws 422 with the same fields when rows were refused and the call was not a dry run.
 */
export function answerBulk(
  { rows, made, ignored_columns }: BulkOutcome<unknown>,
  isDryRun: boolean,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): BulkAnswer {
  const language = languageOf(request.headers)
  const answer = {
    rows: rows.map((row) => shown(row, language)),
    created: made?.length ?? 0,
    ignored_columns,
  }
  if (isDryRun) void reply.code(200)
  else if (!made)
    throw new AppError(422, 'csv_rows_invalid', { parts: { count: rows.filter(isBad).length }, body: answer })
  return answer
}

function shown(
  { line, code, problems }: BulkOutcome<unknown>['rows'][number],
  language: Language,
): BulkAnswer['rows'][number] {
  if (!isBad({ problems })) return { line, code, ok: true }
  const errors = Object.entries(problems).map(([column, complaints]) => {
    const texts = complaints.map((complaint) => errorText(complaint.code, language, complaint.parts))
    return [column, [...new Set(texts)]]
  })
  return { line, code, ok: false, errors: Object.fromEntries(errors) as Record<string, string[]> }
}

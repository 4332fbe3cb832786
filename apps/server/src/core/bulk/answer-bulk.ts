import type { BulkAnswer } from '@dalyan/contracts/bulk'
import { errorText, type Language } from '@dalyan/contracts/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Complaint } from '../http/field-errors.ts'
import { languageOf } from '../http/language.ts'
import type { Outcome } from './all-or-nothing.ts'
import { isBad } from './bulk-row.ts'

export interface BulkOutcome<M> extends Outcome<M[]> {
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
  const texts = (complaints: readonly Complaint[]) => [
    ...new Set(complaints.map((complaint) => errorText(complaint.code, language, complaint.parts))),
  ]
  const errors = Object.fromEntries(Object.entries(problems).map(([column, complaints]) => [column, texts(complaints)]))
  return isBad({ problems }) ? { line, code, ok: false, errors } : { line, code, ok: true }
}

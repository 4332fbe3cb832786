import { BULK_STATUS_WORDS } from '@dalyan/contracts/bulk'
import { foldText } from '@dalyan/contracts/fold-text'
import type * as z from 'zod/mini'
import { complaintOf, type Complaint } from '../http/field-errors.ts'
import type { TableRow } from './read-table.ts'

/** A row of a file, and the record that would be created from it. */
export interface ReadBulkRow<T> {
  line: number
  /** As written in the file. */
  code: string
  /** By the file's column; empty: the record may be created. */
  problems: Record<string, Complaint[]>
  /** The record to create; null where the row does not describe one. */
  input: T | null
}

export function complain(
  row: Pick<ReadBulkRow<unknown>, 'problems'>,
  column: string,
  ...complaint: Parameters<typeof asComplaint>
): void {
  ;(row.problems[column] ??= []).push(asComplaint(...complaint))
}

function asComplaint(code: Complaint['code'], parts: Complaint['parts'] = {}): Complaint {
  return { code, parts }
}

export function isBad({ problems }: Pick<ReadBulkRow<unknown>, 'problems'>): boolean {
  return Object.keys(problems).length > 0
}

/** A row checked against the contract's own shape. `columnOf`: the file's column for a field of the body, where they differ. */
export function readRow<T>(
  { line, cells, isTooLong }: TableRow<string>,
  shape: z.ZodMiniType<T>,
  body: Record<string, unknown>,
  columnOf: Readonly<Record<string, string>> = {},
): ReadBulkRow<T> {
  const row: ReadBulkRow<T> = { line, code: cells['code'] ?? '', problems: {}, input: null }
  if (isTooLong) complain(row, 'row', 'csv_too_many_cells')
  const read = shape.safeParse(body, { reportInput: true })
  if (read.success) return { ...row, input: read.data }
  for (const issue of read.error.issues) {
    const field = String(issue.path[0] ?? 'row')
    const { code, parts } = complaintOf(issue)
    if (field === 'status' && issue.code === 'invalid_value')
      complain(row, field, 'unknown_status', inWords(issue.values))
    else complain(row, columnOf[field] ?? field, code, parts)
  }
  return row
}

const STATUS_OF_WORD = new Map(
  Object.entries(BULK_STATUS_WORDS).flatMap(([status, { tr, en }]) =>
    [status, tr, en].map((word) => [foldText(word), status]),
  ),
)

/** The API's word for a status that a cell names in Turkish or English; any other cell is returned unchanged. */
export function statusIn(cell: string | undefined): string | undefined {
  return cell === undefined ? undefined : (STATUS_OF_WORD.get(foldText(cell)) ?? cell)
}

/** The statuses that a cell may contain, as users call them. */
function inWords(statuses: readonly unknown[]): { tr: string; en: string } {
  const words = Object.entries(BULK_STATUS_WORDS).flatMap(([status, each]) => (statuses.includes(status) ? [each] : []))
  return { tr: words.map(({ tr }) => tr).join(', '), en: words.map(({ en }) => en).join(', ') }
}

/** Refuses each row whose code an earlier row already has. */
export function refuseRepeated(rows: readonly ReadBulkRow<unknown>[]): void {
  const first = new Map<string, number>()
  for (const row of rows) {
    const line = first.get(row.code)
    if (line !== undefined) complain(row, 'code', 'repeated_in_file', { line })
    else if (row.code !== '') first.set(row.code, row.line)
  }
}

export function refuseTaken(rows: readonly ReadBulkRow<unknown>[], taken: ReadonlySet<string>): void {
  for (const row of rows) if (taken.has(row.code)) complain(row, 'code', 'code_taken')
}

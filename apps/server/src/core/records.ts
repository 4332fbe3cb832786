import type { ErrorCode } from '@dalyan/contracts/errors'
import { AppError, invalidField, notFound } from './errors.ts'

/** A record with its version, which only edits by users raise; it is sent only as the `ETag`. */
export type Versioned<T> = T & { version: number }

export function withoutVersion<T extends { version: number }>(versioned: T): Omit<T, 'version'> {
  const { version: _, ...record } = versioned
  return record
}

/** @throws 404 when there is no such record, or the caller may not see it. */
export function requireFound<T>(record: T | undefined): T {
  if (record === undefined) throw notFound()
  return record
}

/** The record that an input names. @throws 422 at its field when the caller may not see it; 409 when it was deleted */
export function requireNamed<T extends { status: string }>(found: T | undefined, field: string, unknown: ErrorCode): T {
  if (found === undefined) throw invalidField(field, unknown)
  if (found.status === 'deleted') throw new AppError(409, 'record_deleted')
  return found
}

/** @throws 404; 409 when the record was deleted; 412 when an `expected` version is no longer current, see `checkVersion`. */
export function requireLive<T extends { status: string; version: number }>(found: T | undefined, expected?: number): T {
  const record = requireFound(found)
  if (record.status === 'deleted') throw new AppError(409, 'record_deleted')
  checkVersion(record, expected)
  return record
}

/** @throws 404; 409 when the record was not deleted. */
export function requireDeleted<T extends { status: string }>(found: T | undefined): T {
  const record = requireFound(found)
  if (record.status !== 'deleted') throw new AppError(409, 'record_not_deleted')
  return record
}

/** Refuses (412) an edit of a version that is no longer current; undefined: the caller expects none. Call it under the row's lock. */
export function checkVersion({ version }: { version: number }, expected: number | undefined): void {
  if (expected !== undefined && expected !== version) throw new AppError(412, 'stale_edit')
}

type Changed<T, C> = Omit<T, keyof C> & {
  [K in keyof C]-?: Exclude<C[K], undefined> | (K extends keyof T ? T[K] : never)
}

/** Applies a change to a record; a field that is left out or undefined keeps its value. */
export function withChange<T extends object, C extends object>(before: T, change: C): Changed<T, C> {
  const named = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(named) } as Changed<T, C>
}

/** The differences by field, for a log: `{name: {from, to}}`. */
export function differences<T extends object>(
  before: T,
  after: T,
): Partial<Record<keyof T & string, { from: unknown; to: unknown }>> {
  const fields = Object.keys(before) as (keyof T & string)[]
  const changed = fields.filter((field) => before[field] !== after[field])
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }])) as ReturnType<
    typeof differences<T>
  >
}

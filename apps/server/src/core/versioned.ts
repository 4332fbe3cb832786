import { AppError } from './errors.ts'

/** A record with its version, which only edits by users raise; it is sent only as the `ETag`. */
export type Versioned<T> = T & { version: number }

/** Refuses (412) an edit of a version that is no longer current; undefined: the caller expects none. Call it under the row's lock. */
export function checkVersion({ version }: { version: number }, expected: number | undefined): void {
  if (expected !== undefined && expected !== version) throw new AppError(412, 'stale_edit')
}

export function withoutVersion<T extends { version: number }>(versioned: T): Omit<T, 'version'> {
  const { version: _, ...record } = versioned
  return record
}

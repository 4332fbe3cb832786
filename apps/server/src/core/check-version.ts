import { AppError } from './errors.ts'

/**
 * Refuses an edit of a record that somebody else changed meanwhile; call it while the row is locked.
 * @param expected undefined: the caller does not mind. @throws 412 `stale_edit`.
 */
export function checkVersion(current: number, expected: number | undefined): void {
  if (expected !== undefined && expected !== current) throw new AppError(412, 'stale_edit')
}

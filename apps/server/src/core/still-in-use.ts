import type { Dependent, ErrorCode } from '@dalyan/contracts/errors'
import { AppError } from './errors.ts'

/** How many dependents are named; a query for one more shows whether there are more. */
export const NAMED = 10

/** 409: a record with dependents cannot be deleted. The text and the body name the first ten, so that the user can open them. */
export function stillInUse(code: ErrorCode, all: readonly Dependent[]): AppError {
  const dependents = all.slice(0, NAMED)
  const names = [...dependents.map(({ name }) => name), ...(all.length > NAMED ? ['…'] : [])].join(', ')
  return new AppError(409, code, { parts: { names }, body: { dependents } })
}

import type { Dependent, ErrorCode } from '@dalyan/contracts/errors'
import { AppError } from './errors.ts'

/** So many are named; who asks for one more knows whether there are more. */
export const NAMED = 10

/** 409: what hangs on a record keeps it. The first ten are named in the text, and in the body for who would open them. */
export function stillInUse(code: ErrorCode, all: readonly Dependent[]): AppError {
  const dependents = all.slice(0, NAMED)
  const names = [...dependents.map(({ name }) => name), ...(all.length > NAMED ? ['…'] : [])].join(', ')
  return new AppError(409, code, { parts: { names }, body: { dependents } })
}

import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../errors.ts'

/**
 * The token of a call: bearer, or one of the two extra headers.
 * @returns null when there is none;
 * @throws 401 when the headers disagree.
 */
export function tokenOf(headers: IncomingHttpHeaders): string | null {
  const bearer = headers.authorization === undefined ? undefined : /^Bearer (.+)$/i.exec(headers.authorization)?.[1]
  const given = [bearer, headers['x-auth-token'], headers['x-access-token']].filter(
    (token) => token !== undefined && token !== '',
  )
  const [first] = given
  if (first === undefined) return null
  if (typeof first !== 'string' || given.some((token) => token !== first)) throw new AppError(401, 'unauthenticated')
  return first
}

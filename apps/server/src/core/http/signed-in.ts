import type { IncomingHttpHeaders } from 'node:http'
import type { Instant } from '@dalyan/contracts/instant'
import type { Permission } from '@dalyan/contracts/permissions'
import { AppError } from '../errors.ts'

/** The records that a caller may see: all, or those of these firms (the own firm and all below it). */
export type FirmScope = 'all' | readonly number[]

/** The caller, as identified by the token. */
export interface SignedIn {
  id: number
  name: string
  token_id: number
  /** While set, only calls about the own account are answered; permissions and firms are empty. */
  must_change_password: boolean
  permissions: ReadonlySet<Permission>
  /** The own firm; null: none, as for admins. */
  firm_id: number | null
  firms: FirmScope
}

/** The right to read one tank until an instant. */
export interface LinkedTank {
  id: number
  expires_at: Instant
}

/** A screen or a visitor without a session, signed in by a display link. */
export interface Display {
  link_id: number
  /** Of an overview; a link of one tank opens no other record. */
  firms: FirmScope
  /** Null: the link shows the overview. */
  tank: LinkedTank | null
}

/** Authenticates the secret of a display link that came from this IP address. @throws 429 after too many unknown ones from there. */
export type AuthenticateDisplay = (secret: string, address: string) => Promise<Display | null>

/** Authenticates a token; null when it is unknown or expired, or its user was deleted. */
export type Authenticate = (token: string) => Promise<SignedIn | null>

/** The same for a token that came from this IP address. @throws 429 after too many unknown tokens from there. */
export type AuthenticateFrom = (token: string, address: string) => Promise<SignedIn | null>

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

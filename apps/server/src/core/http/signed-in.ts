import type { Permission } from '@dalyan/contracts/permissions'

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

/** Authenticates a token; null when it is unknown or expired, or its user was deleted. */
export type Authenticate = (token: string) => Promise<SignedIn | null>

/** The same for a token that came from this IP address. @throws 429 after too many unknown tokens from there. */
export type AuthenticateFrom = (token: string, address: string) => Promise<SignedIn | null>

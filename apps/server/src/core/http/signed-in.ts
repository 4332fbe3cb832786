import type { Permission } from '@dalyan/contracts/permissions'

/** The records that a caller may see: all, or those of these firms (the own one and all below it). */
export type FirmScope = 'all' | readonly number[]

/** The caller, as his token identifies him. */
export interface SignedIn {
  id: number
  name: string
  token_id: number
  /** While it is set nothing is answered but the own account; permissions and firms are empty. */
  must_change_password: boolean
  permissions: ReadonlySet<Permission>
  /** The own firm; null: none, as of admins. */
  firm_id: number | null
  firms: FirmScope
}

/** Reads a token; null when it is unknown, expired or its user is gone. */
export type Authenticate = (token: string) => Promise<SignedIn | null>

/** The same of a token that came from this IP address. @throws 429 where too many unknown ones came from there. */
export type AuthenticateFrom = (token: string, address: string) => Promise<SignedIn | null>

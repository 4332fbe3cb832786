import { createHash } from 'node:crypto'
import { hashOf } from './session-token.ts'

/** What a link of the mail is good for. */
export type MailedLinkKind = 'reset' | 'confirm'

/** How long each works, in minutes. */
export const LINK_MINUTES: Record<MailedLinkKind, number> = { reset: 60, confirm: 24 * 60 }

/** Of whom it speaks, as he was when it was sent. */
interface SealedFor {
  email: string
  password_hash: string
}

/** What a link was sent for; once it changes (another address, another password by any path), the link is over. */
export function sealOf(kind: MailedLinkKind, { email, password_hash }: SealedFor): Buffer {
  const sealed = kind === 'reset' ? [email, password_hash] : [email]
  return createHash('sha256').update(JSON.stringify(sealed)).digest()
}

/** The hash of a link's token; null when it cannot be one of ours. */
export function hashOfLink(token: string): Buffer | null {
  return /^[\w-]{43}$/.test(token) ? hashOf(token) : null
}

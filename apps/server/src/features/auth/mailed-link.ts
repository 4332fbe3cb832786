import { createHash } from 'node:crypto'

/** The purpose of a mailed link. */
export type MailedLinkKind = 'reset' | 'confirm'

/** Lifetime in minutes. */
export const LINK_MINUTES: Record<MailedLinkKind, number> = { reset: 60, confirm: 24 * 60 }

/** The account as it was when the link was sent. */
interface SealedFor {
  email: string
  password_hash: string
}

/** The state that a link was sent for. Once it changes (another address, any new password), the link is invalid. */
export function sealOf(kind: MailedLinkKind, { email, password_hash }: SealedFor): Buffer {
  const sealed = kind === 'reset' ? [email, password_hash] : [email]
  return createHash('sha256').update(JSON.stringify(sealed)).digest()
}

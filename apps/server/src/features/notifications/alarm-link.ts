import { createHmac, timingSafeEqual } from 'node:crypto'

const HOLDS_MS = 60 * 60_000
/** How long a link works, as messages say. */
export const LINK_MINUTES = HOLDS_MS / 60_000

/** The right to see one alarm and to acknowledge it, of one user. */
export interface LinkRight {
  alarm_id: number
  user_id: number
  /** Epoch milliseconds. */
  expires_at: number
}

/** `{alarm}.{user}.{expires}.{signature}`, numbers in base 36. */
export function signLink(secret: string, right: Omit<LinkRight, 'expires_at'>, now: number): string {
  const expires = Math.floor((now + HOLDS_MS) / 1000)
  const text = [right.alarm_id, right.user_id, expires].map((number) => number.toString(36)).join('.')
  return `${text}.${signatureOf(secret, text)}`
}

/** Null where it is forged, garbled or over. */
export function readLink(secret: string, token: string, now: number): LinkRight | null {
  const [, text = '', signature = ''] = /^([0-9a-z]{1,8}\.[0-9a-z]{1,8}\.[0-9a-z]{1,8})\.([\w-]{43})$/.exec(token) ?? []
  const expected = signatureOf(secret, text)
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    return null
  const [alarm_id = 0, user_id = 0, seconds = 0] = text.split('.').map((part) => parseInt(part, 36))
  const expires_at = seconds * 1000
  return expires_at > now ? { alarm_id, user_id, expires_at } : null
}

function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`alarm-link:${text}`).digest('base64url')
}

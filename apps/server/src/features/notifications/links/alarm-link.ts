import { createHmac, timingSafeEqual } from 'node:crypto'

const HOLDS_MS = 60 * 60_000
/** How long a link is valid, as messages show it. */
export const LINK_MINUTES = HOLDS_MS / 60_000

const LARGEST_ID = 2_147_483_647

/** One user's right to see and acknowledge one alarm. */
export interface LinkRight {
  alarm_id: number
  user_id: number
  /** Epoch milliseconds. */
  expires_at: number
}

/** Signs links: they expire when the installation renews its secret or the user changes the password. */
export interface LinkKey {
  secret: string
  /** The stored hash of the user's password. */
  password_hash: string
}

/** `{alarm}.{user}.{expires}.{signature}`, numbers in base 36. */
export function signLink(key: LinkKey, right: Omit<LinkRight, 'expires_at'>, now: number): string {
  const expires = Math.floor((now + HOLDS_MS) / 1000)
  const text = [right.alarm_id, right.user_id, expires].map((number) => number.toString(36)).join('.')
  return `${text}.${signatureOf(key, text)}`
}

/** Null: forged, malformed or expired. @param keyOf the user's current key; null: no such user */
export async function readLink(
  token: string,
  now: number,
  keyOf: (userId: number) => Promise<LinkKey | null>,
): Promise<LinkRight | null> {
  const [, text, signature = ''] = /^([0-9a-z]{1,8}\.[0-9a-z]{1,8}\.[0-9a-z]{1,8})\.([\w-]{43})$/.exec(token) ?? []
  if (text === undefined) return null
  const [alarm_id = 0, user_id = 0, seconds = 0] = text.split('.').map((part) => parseInt(part, 36))
  const right = { alarm_id, user_id, expires_at: seconds * 1000 }
  if (right.expires_at <= now || user_id > LARGEST_ID || alarm_id > LARGEST_ID) return null
  const key = await keyOf(user_id)
  return key && isSame(signature, signatureOf(key, text)) ? right : null
}

function signatureOf({ secret, password_hash }: LinkKey, text: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['alarm-link', text, password_hash]))
    .digest('base64url')
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

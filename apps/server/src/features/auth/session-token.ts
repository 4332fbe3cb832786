import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 32
const PATTERN = /^([1-9]\d{0,9})\|([A-Za-z0-9_-]{43})$/

/** The random part of a new token, 256 bits, and the hash that the database stores. */
export function makeSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  return { secret, hash: hashOf(secret) }
}

/** `{id}|{random}`, as Laravel Sanctum writes them. */
export function tokenText(id: number, secret: string): string {
  return `${id}|${secret}`
}

/** Parses a token; null when its shape cannot be one of ours. */
export function parseToken(text: string): { id: number; hash: Buffer } | null {
  const [, id, secret] = PATTERN.exec(text) ?? []
  if (id === undefined || secret === undefined || Number(id) > 2_147_483_647) return null
  return { id: Number(id), hash: hashOf(secret) }
}

export function isSameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The SHA-256 that the database stores instead of the secret. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

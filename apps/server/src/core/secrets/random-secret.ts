import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 32

/** The shape of a secret made here. */
const SECRET_PATTERN = /^[\w-]{43}$/

/** A new secret of 256 random bits, and the hash that the database stores. */
export function makeSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  return { secret, hash: hashOf(secret) }
}

export function isSameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The SHA-256 that the database stores instead of the secret. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** The hash of what a caller presents as a secret; null: it does not have the shape of one. */
export function hashOfSecret(presented: string): Buffer | null {
  return SECRET_PATTERN.test(presented) ? hashOf(presented) : null
}

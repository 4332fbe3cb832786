import { createHash, randomBytes } from 'node:crypto'

/** A new key, 256 random bits, and what the database keeps of it. Such a key needs no slow hash. */
export function makeDeviceKey(): { key: string; hash: Buffer } {
  const key = randomBytes(32).toString('base64url')
  return { key, hash: createHash('sha256').update(key).digest() }
}

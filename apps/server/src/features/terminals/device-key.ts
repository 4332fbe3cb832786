import { createHash, randomBytes } from 'node:crypto'

/**
 * A new key of 256 random bits, with the hash to store. It never begins with a hyphen, which a spreadsheet takes for a formula and a command
 * line for an option.
 */
export function makeDeviceKey(): { key: string; hash: Buffer } {
  const key = randomBytes(32).toString('base64url')
  return key.startsWith('-') ? makeDeviceKey() : { key, hash: hashOfKey(key) }
}

/** SHA-256: a key of 256 random bits needs no slow hash. */
export function hashOfKey(key: string | Buffer): Buffer {
  return createHash('sha256').update(key).digest()
}

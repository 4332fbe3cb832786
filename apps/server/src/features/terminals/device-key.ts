import { createHash, randomBytes } from 'node:crypto'

/**
 * A new key of 256 random bits, with the hash to store. Such a key needs no slow hash. It never begins with a hyphen, which a spreadsheet
 * takes for a formula and a command line for an option.
 */
export function makeDeviceKey(): { key: string; hash: Buffer } {
  const key = randomBytes(32).toString('base64url')
  if (key.startsWith('-')) return makeDeviceKey()
  return { key, hash: createHash('sha256').update(key).digest() }
}

import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** What checking a chain found. */
export interface Verification {
  /** Links whose hash and content are right, from the first one on. */
  checked: number
  /** The hash of the last of them: whoever kept it elsewhere knows that nothing before it was changed since. */
  newest: string | null
  /** Where the chain breaks first, and what differs; null: nowhere. */
  problem: string | null
}

/** The one text of a value by RFC 8785 (JSON Canonicalization Scheme), so that its hash does not depend on spaces or the order of fields. */
export function canonicalJson(value: object): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('this value has no JSON')
  return text
}

/** SHA-256 in hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The hash of a link of a chain: of its fields, of which one is the hash of the link before. */
export function hashLink(link: Readonly<Record<string, string | number | null>>): string {
  return sha256(canonicalJson(link))
}

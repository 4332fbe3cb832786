import { hashOf } from '../../core/secrets/random-secret.ts'

const PATTERN = /^([1-9]\d{0,9})\|([A-Za-z0-9_-]{43})$/

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

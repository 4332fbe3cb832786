import { expect, test } from 'vitest'
import { isSameHash, makeSecret } from '../../core/secrets/random-secret.ts'
import { parseToken, tokenText } from './session-token.ts'

test('a token is an id and 256 random bits, and parses to the stored hash', () => {
  const { secret, hash } = makeSecret()
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  const parsed = parseToken(tokenText(7, secret))
  expect(parsed?.id).toBe(7)
  expect(isSameHash(parsed?.hash ?? Buffer.alloc(0), hash)).toBe(true)
})

test.each([
  '',
  'abc',
  '0|x',
  '7|short',
  `99999999999|${'a'.repeat(43)}`,
  `4294967296|${'a'.repeat(43)}`,
  `7|${'a'.repeat(44)}`,
])('%j is not a valid session token', (text) => {
  expect(parseToken(text)).toBeNull()
})

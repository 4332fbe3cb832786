import { expect, test } from 'vitest'
import { sealOf } from './mailed-link.ts'
import { hashOfSecret, makeSecret } from '../../core/secrets/random-secret.ts'

const account = { email: 'a@dalyan.test', password_hash: 'one' }

test('a reset link ends when the address or the password changes, a confirmation link only when the address changes', () => {
  const moved = { ...account, email: 'b@dalyan.test' }
  const changed = { ...account, password_hash: 'two' }
  expect(sealOf('reset', account)).toEqual(sealOf('reset', { ...account }))
  expect(sealOf('reset', account)).not.toEqual(sealOf('reset', moved))
  expect(sealOf('reset', account)).not.toEqual(sealOf('reset', changed))
  expect(sealOf('confirm', account)).toEqual(sealOf('confirm', changed))
  expect(sealOf('confirm', account)).not.toEqual(sealOf('confirm', moved))
})

test('a mailed token has 256 bits, and only tokens of that shape are looked up', () => {
  const { secret, hash } = makeSecret()
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(hashOfSecret(secret)).toEqual(hash)
  for (const token of ['', 'x', `${secret}=`, secret.slice(1), `${secret.slice(1)}ş`])
    expect(hashOfSecret(token)).toBeNull()
})

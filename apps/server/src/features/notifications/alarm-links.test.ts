import { expect, test } from 'vitest'
import { readLink, signLink, type LinkKey } from './alarm-links.ts'

const NOW = Date.parse('2026-11-20T20:00:00.000Z')
const MINUTE = 60_000
const right = { alarm_id: 2_147_483_647, user_id: 12 }
const key = { secret: 'secret', password_hash: 'hash of a password' }
const token = signLink(key, right, NOW)
const read = (text: string, now = NOW, known: LinkKey | null = key) => readLink(text, now, async () => known)

test('a link is valid for one user and alarm, for sixty minutes', async () => {
  expect(await read(token)).toEqual({ ...right, expires_at: NOW + 60 * MINUTE })
  expect(await read(token, NOW + 59 * MINUTE)).not.toBeNull()
  expect(await read(token, NOW + 60 * MINUTE)).toBeNull()
})

test.each([
  ['of another installation', signLink({ ...key, secret: 'other' }, right, NOW)],
  ['that was signed before the password changed', signLink({ ...key, password_hash: 'hash of before' }, right, NOW)],
  ['for another alarm', token.replace(/^[^.]+/, '1')],
  ['for another user', token.replace(/\.[^.]+/, '.1')],
  ['that holds longer', token.replace(/\.[^.]+\.([^.]+)$/, '.zzzzzz.$1')],
  ['without a signature', token.replace(/[^.]+$/, '')],
  ['of nothing', ''],
  ['of letters that are none', `${token}ş`],
])('an alarm link %s is refused', async (_, forged) => {
  expect(forged).not.toBe(token)
  expect(await read(forged)).toBeNull()
})

test('a link of a deleted user is refused', async () => {
  expect(await read(token, NOW, null)).toBeNull()
})

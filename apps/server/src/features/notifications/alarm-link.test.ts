import { expect, test } from 'vitest'
import { readLink, signLink } from './alarm-link.ts'

const NOW = Date.parse('2026-11-20T20:00:00.000Z')
const MINUTE = 60_000
const right = { alarm_id: 2_147_483_647, user_id: 12 }
const token = signLink('secret', right, NOW)

test('a link holds for one user and alarm, sixty minutes', () => {
  expect(readLink('secret', token, NOW)).toEqual({ ...right, expires_at: NOW + 60 * MINUTE })
  expect(readLink('secret', token, NOW + 59 * MINUTE)).not.toBeNull()
  expect(readLink('secret', token, NOW + 60 * MINUTE)).toBeNull()
})

test.each([
  ['of another installation', signLink('other', right, NOW)],
  ['for another alarm', token.replace(/^[^.]+/, '1')],
  ['for another user', token.replace(/\.[^.]+/, '.1')],
  ['that holds longer', token.replace(/\.[^.]+\.([^.]+)$/, '.zzzzzz.$1')],
  ['without a signature', token.replace(/[^.]+$/, '')],
  ['of nothing', ''],
  ['of letters that are none', `${token}ş`],
])('one %s is none', (_, forged) => {
  expect(forged).not.toBe(token)
  expect(readLink('secret', forged, NOW)).toBeNull()
})

import { expect, test } from 'vitest'
import { changedFields } from './audit-fields.rules.ts'

test('an audit entry of a change contains only the fields that differ, before and after', () => {
  expect(
    changedFields({ name: 'Ada', roles: ['operator'], firm_id: 3 }, { name: 'Ada', roles: ['admin'], firm_id: null }),
  ).toEqual({ before: { roles: ['operator'], firm_id: 3 }, after: { roles: ['admin'], firm_id: null } })
})

test('a save that changes nothing writes no audit entry', () => {
  expect(changedFields({ name: 'Ada', notes: null }, { name: 'Ada' })).toBeNull()
})

test('a created record has no before, a removed one no after, and an action without a record neither', () => {
  expect(changedFields(null, { name: 'Ada' })).toEqual({ before: null, after: { name: 'Ada' } })
  expect(changedFields({ name: 'Ada' }, null)).toEqual({ before: { name: 'Ada' }, after: null })
  expect(changedFields(null, null)).toEqual({ before: null, after: null })
})

test('a field named after a secret never reaches the audit log with its value', () => {
  const secrets = { password: 'a', password_hash: 'b', secret: 'c', token: 'd', key: 'e', signing_key: 'f' }
  expect(Object.values(changedFields(null, secrets)?.after ?? {})).toEqual(Array(6).fill('***'))
  expect(changedFields({ secret: 'a' }, { secret: 'b' })).toEqual({
    before: { secret: '***' },
    after: { secret: '***' },
  })
  expect(changedFields(null, { password_temporary: true, key_map: {} })?.after).toEqual({
    password_temporary: true,
    key_map: {},
  })
})

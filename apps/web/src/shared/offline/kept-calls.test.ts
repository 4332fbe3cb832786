import { expect, test } from 'vitest'
import { isKeptCall, keyOf } from './kept-calls.ts'

const WITH_TOKEN = new Headers({ authorization: 'Bearer 1|secret' })

test.each([
  ['GET', '/api/tanks', true],
  ['GET', '/api/tanks/14', true],
  ['GET', '/api/alarms', true],
  ['GET', '/api/home', true],
  ['GET', '/api/tanks/14/measurements', false],
  ['GET', '/api/admin/users', false],
  ['POST', '/api/tanks', false],
])('%s %s is kept: %s', (method, path, isKept) => {
  expect(isKeptCall(method, path, WITH_TOKEN)).toBe(isKept)
  expect(isKeptCall(method, path, new Headers())).toBe(false)
})

test('an answer is found again with the same token alone, and its key does not tell the token', async () => {
  const url = 'https://dalyan.example/api/tanks?page=2'
  const mine = await keyOf({ url, headers: WITH_TOKEN })
  expect(await keyOf({ url, headers: WITH_TOKEN })).toBe(mine)
  expect(await keyOf({ url, headers: new Headers({ authorization: 'Bearer 2|other' }) })).not.toBe(mine)
  expect(mine).toContain('page=2')
  expect(mine).not.toContain('secret')
})

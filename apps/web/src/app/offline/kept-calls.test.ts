import { expect, test } from 'vitest'
import { KEPT_HEADER } from '../../shared/offline/kept-names.ts'
import { isKeptCall, keyOf, seal, unseal } from './kept-calls.ts'

const MINE = new Headers({ authorization: 'Bearer 1|secret' })
const OTHER = new Headers({ authorization: 'Bearer 2|other' })
const url = 'https://dalyan.example/api/tanks?search=levrek'

test.each([
  ['GET', '/api/tanks', true],
  ['GET', '/api/tanks/14', true],
  ['GET', '/api/alarms', true],
  ['GET', '/api/home', true],
  ['GET', '/api/now', true],
  ['GET', '/api/tanks/14/measurements', false],
  ['GET', '/api/admin/users', false],
  ['POST', '/api/tanks', false],
])('a call %s %s is cached offline: %s', (method, path, isKept) => {
  expect(isKeptCall(method, path, MINE)).toBe(isKept)
  expect(isKeptCall(method, path, new Headers())).toBe(false)
})

test('a cached answer is found only with the same token and address, and its key reveals neither', async () => {
  const mine = await keyOf({ url, headers: MINE })
  expect(await keyOf({ url, headers: MINE })).toBe(mine)
  expect(await keyOf({ url, headers: OTHER })).not.toBe(mine)
  expect(await keyOf({ url: `${url}&page=2`, headers: MINE })).not.toBe(mine)
  expect(mine).toMatch(/^https:\/\/dalyan\.example\/api\/tanks\?kept-for=[0-9a-f]{64}$/)
})

test('a cached answer is encrypted, and readable only with the token of its request', async () => {
  const date = 'Sun, 22 Nov 2026 10:00:00 GMT'
  const kept = await seal({ url, headers: MINE }, Response.json({ name: 'Levrek larva 2' }, { headers: { date } }))
  expect(await kept.clone().text()).not.toContain('Levrek')
  expect(kept.headers.get('date')).toBe(date)

  const opened = await unseal({ url, headers: MINE }, kept.clone())
  expect(await opened?.json()).toEqual({ name: 'Levrek larva 2' })
  expect(opened?.headers.get('date')).toBe(date)
  expect(opened?.headers.get(KEPT_HEADER)).toBe('1')
  expect(await unseal({ url, headers: OTHER }, kept.clone())).toBeUndefined()
  expect(await unseal({ url, headers: MINE }, new Response('not sealed'))).toBeUndefined()
})

test('the same answer is encrypted differently each time', async () => {
  const once = await (await seal({ url, headers: MINE }, Response.json({ total: 0 }))).text()
  expect(await (await seal({ url, headers: MINE }, Response.json({ total: 0 }))).text()).not.toBe(once)
})

import { authApi } from '@dalyan/contracts/auth'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { makeSecret } from '../../core/secrets/random-secret.ts'
import { tokenText } from './session-token.ts'

let kit: TestApp
/** Queries about tokens. */
const selects = vi.spyOn(Kysely.prototype, 'selectFrom')
const asked = () => selects.mock.calls.filter(([table]) => String(table).startsWith('tokens')).length
/** One query per unknown token up to the limit, then one query for all hashes. */
const WITHIN_LIMIT = 30 + 1
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())
beforeEach(() => {
  kit.clock.advance(60_000)
  vi.clearAllMocks()
})

const unknown = () => tokenText(1 + Math.floor(Math.random() * 1_000_000), makeSecret().secret)

function call(token: string, remoteAddress: string, url: string = authApi.me.path) {
  return kit.app.server.inject({ url, remoteAddress, headers: { authorization: `Bearer ${token}` } })
}
const statuses = async (times: number, address: string, url?: string) => {
  const replies = await Promise.all(Array.from({ length: times }, () => call(unknown(), address, url)))
  return replies.map(({ statusCode }) => statusCode).toSorted()
}
const LIMITED = [...Array<number>(30).fill(401), ...Array<number>(70).fill(429)]

test('beyond thirty unknown tokens a minute an address is refused without a database query', async () => {
  expect(await statuses(100, '198.51.100.1')).toEqual(LIMITED)
  expect(asked()).toBe(WITHIN_LIMIT)
  const refused = await call(unknown(), '198.51.100.1')
  expect(refused.json()).toMatchObject({ code: 'too_many_requests' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(asked()).toBe(WITHIN_LIMIT)
  expect((await call(unknown(), '198.51.100.2')).statusCode).toBe(401)
  kit.clock.advance(60_000)
  expect((await call(unknown(), '198.51.100.1')).statusCode).toBe(401)
})

test('an IPv6 network of 64 bits counts as one address', async () => {
  expect(await statuses(15, '2001:db8:1:1::7')).toEqual(Array(15).fill(401))
  expect(await statuses(16, '2001:db8:1:1:ffff::8')).toEqual([...Array<number>(15).fill(401), 429])
})

test('/metrics does not bypass the limit of unknown tokens', async () => {
  expect(await statuses(100, '198.51.100.3', '/metrics')).toEqual(LIMITED)
})

test('a user with a session can keep working from a refused address, even with a session opened elsewhere since', async () => {
  const address = '198.51.100.4'
  await statuses(100, address)
  const { operator } = kit.as
  for (let n = 0; n < 50; n += 1) expect((await call(operator.token, address)).statusCode).toBe(200)
  const later = await kit.someone({ role: 'customer' })
  kit.clock.advance(10_000)
  expect((await call(later.token, address)).statusCode).toBe(200)
  expect(await statuses(10, address)).toEqual(Array(10).fill(429))
})

test('a malformed token is refused without being counted', async () => {
  for (let n = 0; n < 100; n += 1) expect((await call('no-token', '198.51.100.5')).statusCode).toBe(401)
  expect(asked()).toBe(0)
  expect(await statuses(30, '198.51.100.5')).toEqual(Array(30).fill(401))
})

test('API_RATE=0 lifts only the limit of users: an address without a session may make 120 calls a minute', async () => {
  const limited = await startTestApp({ API_RATE: '0' }, undefined, 120)
  const ask = (headers = {}) => limited.app.server.inject({ url: '/api/settings/self-signup', headers })
  const codes = []
  for (let n = 0; n < 121; n += 1) codes.push((await ask()).statusCode)
  expect(codes.filter((code) => code === 429)).toHaveLength(1)
  const own = { authorization: `Bearer ${limited.as.admin.token}` }
  for (let n = 0; n < 130; n += 1) expect((await ask(own)).statusCode).not.toBe(429)
  await limited.close()
})

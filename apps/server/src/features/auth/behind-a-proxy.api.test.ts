import { authApi } from '@dalyan/contracts/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let direct: TestApp
let fronted: TestApp
beforeAll(async () => {
  ;[direct, fronted] = await Promise.all([startTestApp(), startTestApp({ TRUST_PROXY: '127.0.0.1' })])
})
afterAll(() => Promise.all([direct.close(), fronted.close()]))

async function cookieOf(kit: TestApp, headers: Record<string, string>): Promise<string> {
  return String((await kit.as.visitor.get(authApi.csrfCookie, { headers })).headers['set-cookie'])
}

test('the cookie is Secure only when the trusted proxy was called over HTTPS', async () => {
  expect(await cookieOf(fronted, { 'x-forwarded-proto': 'https' })).toMatch(/; Secure/)
  expect(await cookieOf(fronted, { 'x-forwarded-proto': 'http' })).not.toMatch(/Secure/)
  expect(await cookieOf(fronted, {})).not.toMatch(/Secure/)
  expect(await cookieOf(direct, { 'x-forwarded-proto': 'https' })).not.toMatch(/Secure/)
})

test('failures count per address that the trusted proxy names; without a proxy, a forged address allows no more attempts', async () => {
  const statuses = async (kit: TestApp) => {
    const found: number[] = []
    for (let i = 1; i <= 7; i += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${i}` }
      const body = { email: 'first@dalyan.test', password: 'yanlış şifre 1' }
      found.push((await kit.as.visitor.post(authApi.login, { body, headers })).status)
    }
    return found
  }
  expect(await statuses(direct)).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect(await statuses(fronted)).toEqual([401, 401, 401, 401, 401, 401, 401])
})

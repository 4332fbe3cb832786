import { authApi } from '@dalyan/contracts/auth'
import { usersApi } from '@dalyan/contracts/users'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

const PASSWORD = 'mercan kayalığı 41'
const HOUR = 3_600_000
let kit: TestApp
let made = 0
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())
beforeEach(() => kit.clock.advance(HOUR))

async function account(): Promise<{ id: number; email: string }> {
  const email = `hedef-${(made += 1)}@dalyan.test`
  const body = { name: 'Hedef', email, roles: ['customer' as const], password: PASSWORD }
  return { id: (await kit.as.admin.post(usersApi.create, { body })).body.id, email }
}

let host = 0
/** Each call comes from a new address unless one is given. */
async function login(email: string, password: string, mark?: string, address?: string) {
  host += 1
  const reply = await kit.app.server.inject({
    method: 'POST',
    url: authApi.login.path,
    payload: { email, password },
    remoteAddress: address ?? `10.${(host >> 16) % 250}.${(host >> 8) % 250}.${host % 250}`,
    cookies: mark === undefined ? {} : { 'dalyan-browser': mark },
  })
  const cookie = reply.cookies.find(({ name }) => name === 'dalyan-browser')
  return {
    status: reply.statusCode,
    wait: Number(reply.headers['retry-after'] ?? 0),
    cookie,
    token: reply.json<{ token?: string }>().token,
  }
}
async function guess(email: string, times: number) {
  for (let n = 0; n < times; n += 1) expect((await login(email, `yanlış parola ${n}`)).status).toBe(401)
}

test('guesses from ever new addresses wait longer and longer, at most a minute, whether or not the account exists', async () => {
  const { email } = await account()
  for (const target of [email, 'kimse-yok@dalyan.test']) {
    await guess(target, 10)
    const waits: number[] = []
    for (let n = 0; n < 8; n += 1) {
      const refused = await login(target, 'yanlış parola')
      expect(refused.status).toBe(429)
      waits.push(refused.wait)
      kit.clock.advance(refused.wait * 1000)
      expect((await login(target, 'yanlış parola')).status).toBe(401)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  }
})

test('guesses elsewhere do not delay a browser that has signed in before; elsewhere even the right password waits', async () => {
  const { email } = await account()
  const { cookie } = await login(email, PASSWORD)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api', maxAge: 365 * 86_400 })
  await guess(email, 10)
  expect((await login(email, PASSWORD)).status).toBe(429)
  expect((await login(email, PASSWORD, cookie?.value)).status).toBe(200)
  kit.clock.advance(1_000)
  expect((await login(email, PASSWORD)).status).toBe(200)
})

test('a browser mark does not sign in, and guesses in a known browser are delayed too', async () => {
  const { email } = await account()
  const mark = (await login(email, PASSWORD)).cookie?.value
  const me = await kit.app.server.inject({ url: authApi.me.path, cookies: { 'dalyan-browser': mark ?? '' } })
  expect(me.statusCode).toBe(401)
  for (let n = 0; n < 10; n += 1) expect((await login(email, 'yanlış parola', mark)).status).toBe(401)
  expect((await login(email, PASSWORD, mark)).status).toBe(429)
  kit.clock.advance(1_000)
  expect((await login(email, PASSWORD, mark)).status).toBe(200)
})

test('a browser mark of another account or a forged one does not make a browser known', async () => {
  const { email } = await account()
  const other = await account()
  const foreign = (await login(other.email, PASSWORD)).cookie?.value ?? ''
  const planted = 'A'.repeat(43)
  await guess(email, 10)
  for (const mark of [foreign, planted, 'short']) expect((await login(email, PASSWORD, mark)).status).toBe(429)
  kit.clock.advance(1_000)
  expect((await login(email, PASSWORD, planted)).cookie?.value).not.toBe(planted)
})

test('one browser stays known to every account that signs in there, and the database stores no plain mark', async () => {
  const one = await account()
  const two = await account()
  const mark = (await login(one.email, PASSWORD)).cookie?.value
  expect((await login(two.email, PASSWORD, mark)).cookie?.value).toBe(mark)
  await guess(one.email, 10)
  await guess(two.email, 10)
  for (const { email } of [one, two]) expect((await login(email, PASSWORD, mark)).status).toBe(200)
  const { rows } = await kit.database.query<{ hash: Buffer }>('select hash from known_browsers')
  expect(rows.some(({ hash }) => hash.toString('base64url') === mark || hash.toString() === mark)).toBe(false)
})

test('after a password change only the browser that changed it stays known; after a change by an administrator, none does', async () => {
  const { id, email } = await account()
  const there = (await login(email, PASSWORD)).cookie?.value
  const { token = '', cookie } = await login(email, PASSWORD)
  const here = cookie?.value
  const password = 'bambaşka bir söz 9'
  const changed = await kit.app.server.inject({
    method: 'POST',
    url: authApi.changePassword.path,
    payload: { current_password: PASSWORD, password, password_confirmation: password },
    headers: { authorization: `Bearer ${token}` },
    cookies: { 'dalyan-browser': here ?? '' },
  })
  expect(changed.statusCode).toBe(200)
  await guess(email, 10)
  expect((await login(email, password, there)).status).toBe(429)
  expect((await login(email, password, here)).status).toBe(200)
  await kit.as.admin.put(usersApi.update, { params: { id }, body: { password: PASSWORD } })
  expect((await login(email, PASSWORD, here)).status).toBe(429)
})

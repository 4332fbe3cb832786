import { authApi } from '@dalyan/contracts/auth'
import { logsApi } from '@dalyan/contracts/logs'
import { MOST_PASSKEYS, passkeysApi } from '@dalyan/contracts/passkeys'
import { usersApi } from '@dalyan/contracts/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { softwareAuthenticator } from '../../../tests/software-authenticator.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import type { TestUser } from '../../../tests/test-users.ts'
import { createPasswordHasher } from './password-hasher.ts'

const ORIGIN = 'https://dalyan.example'
const PASSWORD = 'mavi kayık 12'

let kit: TestApp
let password_hash: string
beforeAll(async () => {
  kit = await startTestApp({ BASE_URL: ORIGIN })
  password_hash = await createPasswordHasher().hash(PASSWORD)
})
afterAll(() => kit.close())

/** A user with the password. */
async function someone(name = 'Biri'): Promise<TestUser> {
  const user = await kit.someone({ role: 'customer', name })
  await kit.database.db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
  return user
}

type Authenticator = ReturnType<typeof softwareAuthenticator>

async function register(user: TestUser, device: Authenticator = softwareAuthenticator(ORIGIN)) {
  const { body } = await user.post(passkeysApi.begin)
  const credential = device.create(body.options)
  const made = await user.post(passkeysApi.create, { body: { password: PASSWORD, credential } })
  return { device, made }
}

async function beginLogin() {
  return (await kit.as.visitor.post(passkeysApi.beginLogin)).body.options
}
const login = (credential: ReturnType<Authenticator['get']>) =>
  kit.as.visitor.post(passkeysApi.login, { body: { credential } })

test('a device that a user registered signs in without email and password', async () => {
  const user = await someone('Gece Nöbetçisi')
  const { device, made } = await register(user)
  expect([made.status, made.body]).toMatchObject([201, { last_used_at: null }])
  const { status, body } = await login(device.get(await beginLogin()))
  expect(status).toBe(200)
  expect(body.user.name).toBe('Gece Nöbetçisi')
  const me = await kit.app.server.inject({ url: authApi.me.path, headers: { authorization: `Bearer ${body.token}` } })
  expect(me.json()).toMatchObject({ id: user.id })
  const { data } = (await user.get(passkeysApi.list)).body
  expect(data).toMatchObject([{ id: made.body.id, last_used_at: new Date(kit.clock.now()).toISOString() }])
})

test('the options ask for a key that the device guards, and leave out the keys that it has already', async () => {
  const user = await someone()
  await register(user)
  const { options } = (await user.post(passkeysApi.begin)).body
  expect(options).toMatchObject({
    rp: { id: 'dalyan.example', name: 'Dalyan' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ transports: ['internal'] }],
  })
  expect(await beginLogin()).toMatchObject({ rpId: 'dalyan.example', userVerification: 'required' })
})

test('a passkey needs the right password, and an answer to a challenge of the same user that is not over', async () => {
  const user = await someone()
  const other = await someone()
  const device = softwareAuthenticator(ORIGIN)
  const make = (credential: ReturnType<Authenticator['create']>, password = PASSWORD) =>
    user.post(passkeysApi.create, { body: { password, credential } })
  const refused = { status: 422, body: { code: 'passkey_refused' } }

  const begun = async (by: TestUser) => (await by.post(passkeysApi.begin)).body.options
  expect(await make(device.create(await begun(user)), 'yanlış şifre 1')).toMatchObject({
    status: 422,
    body: { code: 'wrong_current_password' },
  })
  expect(await make(device.create(await begun(other)))).toMatchObject(refused)
  expect(await make(softwareAuthenticator('https://elsewhere.example').create(await begun(user)))).toMatchObject(
    refused,
  )
  const late = await begun(user)
  kit.clock.advance(5 * 60_000)
  expect(await make(device.create(late))).toMatchObject(refused)
  const once = await begun(user)
  expect((await make(device.create(once))).status).toBe(201)
  expect(await make(softwareAuthenticator(ORIGIN).create(once))).toMatchObject(refused)
  // The same key of another user.
  expect((await register(other, device)).made).toMatchObject(refused)
})

test('every wrong answer to a sign-in gets the same refusal and is audited', async () => {
  const user = await someone()
  const { device } = await register(user)
  const refused = { status: 401, body: { code: 'passkey_refused' } }
  expect(await login(softwareAuthenticator(ORIGIN).get(await beginLogin()))).toMatchObject(refused)
  expect(await login(device.get(await beginLogin(), false))).toMatchObject(refused)
  expect(await login(device.get({ challenge: 'AAAA' }))).toMatchObject(refused)
  // A challenge of a registration.
  expect(await login(device.get((await user.post(passkeysApi.begin)).body.options))).toMatchObject(refused)
  const good = device.get(await beginLogin())
  const forged = { ...good, response: { ...good.response, signature: 'MEUCIQ' } }
  expect(await login(forged)).toMatchObject(refused)
  const options = await beginLogin()
  expect((await login(device.get(options))).status).toBe(200)
  expect(await login(device.get(options))).toMatchObject(refused)
  device.turnBack()
  expect(await login(device.get(await beginLogin()))).toMatchObject(refused)

  const { body } = await kit.as.admin.get(logsApi.audit, { query: { target: ['user'], target_id: user.id } })
  const failed = ['sign_in_failed', null]
  expect(body.data.map(({ event, after }) => [event, after])).toEqual([
    failed,
    failed,
    ['signed_in', { passkey: 'lightMyRequest' }],
    failed,
    failed,
    failed,
    failed,
    ['passkey_added', { browser: 'lightMyRequest' }],
  ])
})

test('fifty wrong answers from an address are enough for a quarter of an hour', async () => {
  const device = softwareAuthenticator(ORIGIN)
  const options = await beginLogin()
  const replies = []
  for (let n = 0; n < 51; n += 1) {
    const reply = await kit.app.server.inject({
      method: 'POST',
      url: passkeysApi.login.path,
      remoteAddress: '198.51.100.9',
      payload: { credential: device.get(options) },
    })
    replies.push(reply.statusCode)
  }
  expect(replies).toEqual([...Array<number>(50).fill(401), 429])
})

test('a removed passkey no longer signs in, and nobody removes that of another user', async () => {
  const user = await someone()
  const { device, made } = await register(user)
  const params = { id: made.body.id }
  expect((await kit.as.admin.delete(passkeysApi.remove, { params })).status).toBe(404)
  expect((await user.delete(passkeysApi.remove, { params })).status).toBe(204)
  expect((await login(device.get(await beginLogin()))).status).toBe(401)
})

test('a password that an administrator sets ends the passkeys of the account', async () => {
  const user = await someone()
  const { device } = await register(user)
  const password = 'başka bir şifre 4'
  const params = { id: user.id }
  await kit.as.admin.put(usersApi.update, { params, body: { password, password_confirmation: password } })
  expect((await login(device.get(await beginLogin()))).status).toBe(401)
})

test('a user has at most as many passkeys as the contract says', async () => {
  const user = await someone()
  for (let n = 0; n < MOST_PASSKEYS; n += 1) expect((await register(user)).made.status).toBe(201)
  expect((await register(user)).made).toMatchObject({ status: 409, body: { code: 'too_many_passkeys' } })
})

import { authApi, sessionsApi } from '@dalyan/contracts/auth'
import { logsApi } from '@dalyan/contracts/logs'
import { pushApi } from '@dalyan/contracts/notifications'
import { usersApi } from '@dalyan/contracts/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { browserKeys } from '../../../tests/browser-keys.ts'
import { userWith, type TestUser } from '../../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

const PASSWORD = 'mavi kayık 12'
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const HOUR = 3_600_000

let t: TestApp
let made = 0
let account: { id: number; email: string }
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  const email = `oturum-${(made += 1)}@dalyan.test`
  const body = { name: 'Biri', email, password: PASSWORD, roles: ['operator' as const], firm_id: t.ownFirm.id }
  account = { id: (await t.as.admin.post(usersApi.create, { body })).body.id, email }
  t.emitted()
})

interface OpenedSession extends TestUser {
  session: number
}

async function signIn(agent = 'node', password = PASSWORD): Promise<OpenedSession> {
  // Advances the clock past the throttle's window.
  t.clock.advance(61_000)
  const body = { email: account.email, password }
  const reply = await t.as.visitor.post(authApi.login, { body, headers: { 'user-agent': agent } })
  const { token } = reply.body
  return { ...userWith(t.app.server, account.id, token), session: Number(token.split('|')[0]) }
}
const list = async (caller: TestUser) => (await caller.get(sessionsApi.list)).body.data
const isIn = async (caller: TestUser) => (await caller.get(authApi.me)).status === 200
const ended = () =>
  t.emitted().flatMap((one) => (one.name === 'session.ended' ? (one.data as { token_ids: number[] }).token_ids : []))

async function subscribe(caller: TestUser): Promise<string> {
  const endpoint = `https://push.example.org/${(made += 1)}`
  expect((await caller.post(pushApi.subscribe, { body: { endpoint, keys: browserKeys() } })).status).toBe(201)
  return endpoint
}
async function subscribed(): Promise<string[]> {
  const { rows } = await t.database.query<{ endpoint: string }>(
    'select endpoint from push_subscriptions where user_id = $1 order by id',
    [account.id],
  )
  return rows.map(({ endpoint }) => endpoint)
}

describe("a user's own sessions", () => {
  test('are listed with the address and browser of their sign-in, most recently used first', async () => {
    const phone = await signIn(PHONE)
    const here = await signIn('curl/8.5.0')
    await subscribe(phone)
    expect(await list(here)).toEqual([
      {
        id: here.session,
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        address: '127.0.0.1',
        browser: 'curl',
        current: true,
        push: false,
      },
      expect.objectContaining({ id: phone.session, browser: 'Chrome · Android', current: false, push: true }),
    ])
    expect((await list(phone)).filter(({ current }) => current).map(({ id }) => id)).toEqual([phone.session])
    t.clock.advance(12 * HOUR)
    expect((await list(await signIn())).map(({ id }) => id)).not.toContain(phone.session)
  })

  test("are ended one by one; another user's session responds 404", async () => {
    const [here, phone] = [await signIn(), await signIn(PHONE)]
    const stranger = await t.someone({ role: 'operator', firm_id: t.ownFirm.id })
    const end = async (caller: TestUser, id: number) =>
      (await caller.delete(sessionsApi.end, { params: { id } })).status
    expect(await end(stranger, phone.session)).toBe(404)
    expect(await end(t.as.admin, phone.session)).toBe(404)
    expect([await isIn(phone), ended()]).toEqual([true, []])
    expect(await end(here, phone.session)).toBe(204)
    expect([await isIn(phone), await isIn(here), ended()]).toEqual([false, true, [phone.session]])
    expect(await end(here, phone.session)).toBe(404)
    const { body } = await t.as.admin.get(logsApi.audit, { query: { event: 'session_ended' } })
    expect(body.data[0]).toMatchObject({
      processor: { id: account.id },
      before: { address: '127.0.0.1', browser: 'Chrome · Android' },
    })
    expect(await end(here, here.session)).toBe(204)
    expect(await isIn(here)).toBe(false)
  })

  test('all end except the current one, and other users’ sessions stay', async () => {
    const [here, one, other] = [await signIn(), await signIn(), await signIn()]
    expect((await here.delete(sessionsApi.endOthers)).status).toBe(204)
    expect(await Promise.all([here, one, other, t.as.admin].map(isIn))).toEqual([true, false, false, true])
    expect(ended().toSorted()).toEqual([one.session, other.session].toSorted())
    expect((await list(here)).map(({ id }) => id)).toEqual([here.session])
  })

  test('can be used while their last use cannot be written, as with a hanging disk', async () => {
    const here = await signIn()
    const lastUse = async () => (await list(here))[0]?.last_used_at
    const before = await lastUse()
    t.clock.advance(HOUR)
    await t.database.transact(async ({ query }) => {
      await query('select from tokens where id = $1 for update', [here.session])
      expect(await Promise.all([isIn(here), isIn(here), lastUse()])).toEqual([true, true, before])
    })
    await vi.waitFor(async () => expect(await lastUse()).toBe(new Date(t.clock.now()).toISOString()))
  })
})

describe('a push subscription', () => {
  test('ends with its session: at logout in its browser, and when the session is ended from elsewhere', async () => {
    const [here, phone, tablet] = [await signIn(), await signIn(PHONE), await signIn(PHONE)]
    const [mine, , third] = [await subscribe(here), await subscribe(phone), await subscribe(tablet)]
    await phone.post(authApi.logout)
    expect(await subscribed()).toEqual([mine, third])
    await here.delete(sessionsApi.end, { params: { id: tablet.session } })
    expect(await subscribed()).toEqual([mine])
  })

  test('ends in every browser when the user or an administrator changes the password', async () => {
    const [here, phone] = [await signIn(), await signIn(PHONE)]
    await subscribe(here)
    await subscribe(phone)
    const password = 'yeni mavi kayık 34'
    const body = { current_password: PASSWORD, password, password_confirmation: password }
    expect((await here.post(authApi.changePassword, { body })).status).toBe(200)
    expect(await subscribed()).toEqual([])
    await subscribe(await signIn(PHONE, password))
    await t.as.admin.put(usersApi.update, { params: { id: account.id }, body: { password: PASSWORD } })
    expect(await subscribed()).toEqual([])
  })

  test('ends when its session expires', async () => {
    const phone = await signIn(PHONE)
    const endpoint = await subscribe(phone)
    t.clock.advance(11 * HOUR)
    await t.app.sweepSessions()
    expect(await subscribed()).toEqual([endpoint])
    t.clock.advance(HOUR)
    t.emitted()
    await t.app.sweepSessions()
    expect(await subscribed()).toEqual([])
    expect(ended()).toContain(phone.session)
  })

  test('belongs to the last session that subscribed in this browser', async () => {
    const before = await signIn(PHONE)
    const body = { endpoint: 'https://push.example.org/the-same', keys: browserKeys() }
    await before.post(pushApi.subscribe, { body })
    const after = await signIn(PHONE)
    await after.post(pushApi.subscribe, { body })
    await before.post(authApi.logout)
    expect(await subscribed()).toEqual([body.endpoint])
  })
})

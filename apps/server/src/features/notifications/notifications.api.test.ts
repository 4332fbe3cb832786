import { notificationsApi, onCallApi, pushApi } from '@dalyan/contracts/notifications'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { browserKeys } from '../../../tests/browser-keys.ts'
import type { TestUser } from '../../../tests/test-users.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const preferences = async (user: TestUser) => (await user.get(notificationsApi.preferences)).body
const testMessage = (user: TestUser, channel: 'app' | 'push' | 'mail') =>
  user.post(notificationsApi.test, { body: { channel } })

describe('preferences', () => {
  test('a change of preferences leaves the other fields and other users unchanged', async () => {
    const before = await preferences(t.as.operator)
    expect(before).toMatchObject({ quiet_hours: null, all_firms: false, channels: { info: ['app'] } })
    const quiet_hours = { from: '22:00', to: '06:30', time_zone: 'Europe/Istanbul' }
    const body = { channels: { warning: ['mail' as const] }, quiet_hours }
    const { status, body: after } = await t.as.operator.put(notificationsApi.setPreferences, { body })
    expect(status).toBe(200)
    expect(after).toEqual({ ...before, quiet_hours, channels: { ...before.channels, warning: ['mail'] } })
    expect(await preferences(t.as.operator)).toEqual(after)
    expect(await preferences(t.as.customer)).toEqual(before)
  })

  test.each([
    ['an hour that does not exist', { quiet_hours: { from: '24:00', to: '06:30' } }, 'quiet_hours.from'],
    [
      'a zone that does not exist',
      { quiet_hours: { from: '22:00', to: '06:30', time_zone: 'Mars/Base' } },
      'quiet_hours.time_zone',
    ],
    ['a channel that does not exist', { channels: { critical: ['fax'] } }, 'channels.critical.0'],
    ['every firm for who is no administrator', { all_firms: true }, 'all_firms'],
  ])('preferences with %s are refused', async (_, body, field) => {
    const reply = await t.as.operator.put(notificationsApi.setPreferences, { body: body as never })
    expect({ status: reply.status, fields: Object.keys(reply.body.errors ?? {}) }).toEqual({
      status: 422,
      fields: [field],
    })
  })

  test('an administrator may receive the alarms of every firm', async () => {
    const { body } = await t.as.admin.put(notificationsApi.setPreferences, { body: { all_firms: true } })
    expect(body.all_firms).toBe(true)
  })
})

test('administrators see the firms of whose critical alarms nobody learns outside the page', async () => {
  const unreached = async (user = t.as.admin) => (await preferences(user)).unreached_firms.map(({ id }) => id)
  await t.as.admin.put(notificationsApi.setPreferences, { body: { all_firms: false } })
  const [above, idle] = [await t.given.firm(), await t.given.firm()]
  const firm = await t.given.firm({ parent_id: above.id })
  await t.given.tank({ firm_id: firm.id, status: 'active' })
  await t.given.tank({ firm_id: idle.id })
  expect(await unreached()).toEqual([firm.id])
  expect(await unreached(t.as.operator)).toEqual([])

  const operator = await t.someone({ role: 'operator', firm_id: above.id })
  const admin = await t.someone({ role: 'admin' })
  const subscribe = (user: TestUser, name: string) =>
    user.post(pushApi.subscribe, { body: { endpoint: `https://push.example.org/${name}`, keys: browserKeys() } })
  await subscribe(admin, 'admin')
  expect(await unreached()).toEqual([firm.id])
  await t.as.admin.put(onCallApi.set, { params: firm, body: { data: [{ user_id: admin.id }] } })
  expect(await unreached()).toEqual([])
  await t.as.admin.put(onCallApi.set, { params: firm, body: { data: [] } })
  await admin.put(notificationsApi.setPreferences, { body: { all_firms: true } })
  expect(await unreached()).toEqual([])
  await admin.put(notificationsApi.setPreferences, { body: { all_firms: false } })

  // A user of the firm above.
  await subscribe(operator, 'operator')
  expect(await unreached()).toEqual([])
  await operator.put(notificationsApi.setPreferences, { body: { channels: { critical: ['app', 'mail'] } } })
  expect(await unreached()).toEqual([firm.id])
})

describe('a test message', () => {
  test("a test message in the page reaches the inbox in its user's language and is announced at once", async () => {
    const notice: unknown[] = []
    t.app.events.on('notification.made', (data) => notice.push(data))
    const reply = await testMessage(t.as.operator, 'app')
    expect(reply).toMatchObject({ status: 200, body: { channel: 'app', ready: true, tested_at: expect.any(String) } })
    const { body } = await t.as.operator.get(notificationsApi.list)
    expect(body).toMatchObject({
      unread: 1,
      total: 1,
      data: [{ reason: 'test', title: 'Deneme bildirimi', read_at: null }],
    })
    expect(notice).toEqual([{ user_id: t.as.operator.id, notification: body.data[0] }])
    expect((await t.as.customer.get(notificationsApi.list)).body.total).toBe(0)
  })

  test('a test message is refused where mail and push are not configured, and the settings warn that no user is notified', async () => {
    expect(await testMessage(t.as.operator, 'mail')).toMatchObject({
      status: 409,
      body: { code: 'channel_not_ready', message: expect.stringContaining('SMTP_URL') },
    })
    expect(await testMessage(t.as.operator, 'push')).toMatchObject({ status: 409, body: { code: 'channel_not_ready' } })
    const { health } = await preferences(t.as.operator)
    expect(await preferences(t.as.admin)).toMatchObject({ nobody_notified: true })
    expect(health.map(({ channel, ready, reason }) => [channel, ready, reason])).toEqual([
      ['app', true, null],
      ['push', false, 'no_subscription'],
      ['mail', false, 'no_mail_server'],
    ])
  })
})

describe('the centre', () => {
  test('the inbox is marked as read up to an item, and only by its owner', async () => {
    const recipient = await t.someone({ role: 'operator', firm_id: t.ownFirm.id })
    for (let i = 0; i < 3; i += 1) await testMessage(recipient, 'app')
    const { body } = await recipient.get(notificationsApi.list)
    const [last, middle] = body.data
    await t.as.customer.post(notificationsApi.read, { body: { up_to_id: last?.id ?? 0 } })
    const read = await recipient.post(notificationsApi.read, { body: { up_to_id: middle?.id ?? 0 } })
    expect(read.body).toEqual({ unread: 1 })
    const { body: unread } = await recipient.get(notificationsApi.list, { query: { unread: true } })
    expect(unread.data.map(({ id }) => id)).toEqual([last?.id])
  })
})

describe('push', () => {
  test('the push key is created once, and a browser belongs to the session that subscribed last', async () => {
    const [{ body: one }, { body: other }] = [await t.as.operator.get(pushApi.key), await t.as.admin.get(pushApi.key)]
    expect(one).toEqual(other)
    expect(Buffer.from(one.key, 'base64url')).toHaveLength(65)
    const body = { endpoint: 'https://push.example.org/one', keys: browserKeys() }
    const has = async (user: TestUser) =>
      (await preferences(user)).health.find(({ channel }) => channel === 'push')?.ready
    await t.as.operator.post(pushApi.subscribe, { body })
    await t.as.customer.post(pushApi.subscribe, { body })
    expect([await has(t.as.operator), await has(t.as.customer)]).toEqual([false, true])
    await t.as.operator.delete(pushApi.unsubscribe, { body: { endpoint: body.endpoint } })
    expect(await has(t.as.customer)).toBe(true)
    await t.as.customer.delete(pushApi.unsubscribe, { body: { endpoint: body.endpoint } })
    expect(await has(t.as.customer)).toBe(false)
  })

  const good = { endpoint: 'https://push.example.org/one', keys: browserKeys() }
  test.each([
    ['an address without HTTPS', { endpoint: 'http://push.example.org/' }, 'endpoint', 'Adres https:// ile başlamalı.'],
    [
      'a host that two parsers read differently',
      { endpoint: 'https://127.0.0.1;x/y' },
      'endpoint',
      'Adresteki sunucu adı geçersiz.',
    ],
    [
      'a host behind another one’s name',
      { endpoint: 'https://push.example.org\\@127.0.0.1/' },
      'endpoint',
      'Adresteki sunucu adı geçersiz.',
    ],
    [
      'this machine',
      { endpoint: 'https://127.0.0.1/' },
      'endpoint',
      'Adres özel bir ağa gidiyor; kurulum buna izin vermiyor.',
    ],
    [
      'this machine by IPv6',
      { endpoint: 'https://[::1]/' },
      'endpoint',
      'Adres özel bir ağa gidiyor; kurulum buna izin vermiyor.',
    ],
    ['a key that is no point', { keys: { ...good.keys, p256dh: 'B'.repeat(87) } }, 'keys.p256dh', 'Biçim geçersiz.'],
    ['a short secret', { keys: { ...good.keys, auth: 'def' } }, 'keys.auth', 'Biçim geçersiz.'],
  ])('a subscription with %s is refused at its field', async (_, wish, field, text) => {
    const reply = await t.as.customer.post(pushApi.subscribe, { body: { ...good, ...wish } })
    expect({ status: reply.status, errors: reply.body.errors }).toEqual({ status: 422, errors: { [field]: [text] } })
  })
})

describe('the on-call order', () => {
  const params = () => ({ id: t.ownFirm.id })
  const set = (...ids: number[]) =>
    t.as.admin.put(onCallApi.set, { params: params(), body: { data: ids.map((user_id) => ({ user_id })) } })

  test('the first on call is notified at once, each next one ten minutes later; admins may be in any order', async () => {
    const { status, body } = await set(t.as.operator.id, t.as.admin.id)
    expect(status).toBe(200)
    expect(body.data.map(({ user, delay_minutes }) => [user.id, delay_minutes])).toEqual([
      [t.as.operator.id, 0],
      [t.as.admin.id, 10],
    ])
    expect((await t.as.operator.get(onCallApi.get, { params: params() })).body).toEqual(body)
    expect((await set()).body).toEqual({ data: [] })
  })

  test('on-call candidates are exactly the users that the order accepts: of the firm, of firms above it, and admins', async () => {
    const above = await t.given.firm()
    const below = await t.given.firm({ parent_id: above.id })
    const people = [
      await t.someone({ role: 'operator', firm_id: below.id }),
      await t.someone({ role: 'operator', firm_id: above.id }),
      t.as.admin,
      t.as.operator,
      await t.someone({ role: 'customer', firm_id: below.id }),
    ]
    const offered = async (search?: string) => {
      const query = search === undefined ? {} : { search }
      const { body } = await t.as.admin.get(onCallApi.candidates, { params: { id: below.id }, query })
      return body.data
    }
    const ids = (await offered()).map(({ id }) => id)
    expect(people.map(({ id }) => ids.includes(id))).toEqual([true, true, true, false, false])
    for (const { id } of people) {
      const reply = await t.as.admin.put(onCallApi.set, { params: { id: below.id }, body: { data: [{ user_id: id }] } })
      expect(reply.status).toBe(ids.includes(id) ? 200 : 422)
    }
    const [first] = await offered()
    expect((await offered(first?.email.toUpperCase())).map(({ id }) => id)).toEqual([first?.id])
    expect(await offered('zzqq')).toEqual([])
    const missing = await t.as.admin.get(onCallApi.candidates, { params: { id: 999_999 }, query: {} })
    expect(missing.status).toBe(404)
  })

  test('the on-call order refuses users who cannot acknowledge the firm’s alarms, and repeated users', async () => {
    const stranger = await t.someone({ role: 'operator', firm_id: (await t.given.firm()).id })
    const codes = async (...ids: number[]) => {
      const { status, body } = await set(...ids)
      return [status, body.code, Object.keys(body.errors ?? {})]
    }
    expect(await codes(t.as.customer.id)).toEqual([422, 'not_on_call', ['data.0.user_id']])
    expect(await codes(t.as.operator.id, stranger.id)).toEqual([422, 'not_on_call', ['data.1.user_id']])
    expect(await codes(t.as.operator.id, t.as.operator.id)).toEqual([422, 'twice_on_call', ['data.1.user_id']])
  })
})

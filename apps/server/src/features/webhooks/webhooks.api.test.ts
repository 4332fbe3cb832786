import { createHmac } from 'node:crypto'
import {
  CALLING_EVENTS,
  WEBHOOK_EVENTS,
  webhooksApi,
  type WebhookEvent,
  type WebhookInput,
} from '@dalyan/contracts/webhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReceiver, type Receiver } from '../../../tests/local-https.ts'
import { openNotificationStage, type NotificationStage } from '../../../tests/notification-stage.ts'
import { SECRETS_KEY, startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { instantAt } from '../../core/clock.ts'
import { createSecretBox } from '../../core/secrets/secret-box.ts'
import { WEBHOOK_SECRET, webhooksRepository } from './webhooks.sql.ts'

describe('/api/webhooks', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await startTestApp()
  })
  afterAll(() => t.close())
  const create = (wish: Partial<WebhookInput> = {}) =>
    t.as.admin.post(webhooksApi.create, {
      body: { firm_id: t.ownFirm.id, url: 'https://gateway.example.org/', ...wish },
    })

  test('the secret of a webhook is shown once', async () => {
    const { status, body } = await create()
    expect({ status, secret: body.secret.length }).toEqual({ status: 201, secret: 43 })
    const params = { id: body.id }
    const { secret: _, ...shown } = body
    expect((await t.as.admin.get(webhooksApi.get, { params })).body).toEqual(shown)
    const { body: list } = await t.as.admin.get(webhooksApi.list, { query: { filter_firm_id: t.ownFirm.id } })
    expect(JSON.stringify(list)).not.toContain(body.secret)
    const changed = await t.as.admin.put(webhooksApi.update, { params, body: { active: false } })
    expect(changed.body).toEqual({ ...shown, active: false, updated_at: expect.any(String) })
    expect((await t.as.admin.delete(webhooksApi.remove, { params })).status).toBe(204)
    expect((await t.as.admin.delete(webhooksApi.remove, { params })).status).toBe(404)
  })

  test('webhook secrets are stored sealed, also those stored before', async () => {
    const { body } = await create()
    const before = { firm_id: t.ownFirm.id, url: 'https://old.example.org/', events: ['alarm.raised'], secret: 'açık' }
    const old = await t.database.db.insertInto('webhooks').values(before).returning('id').executeTakeFirstOrThrow()
    const box = createSecretBox(Buffer.from(SECRETS_KEY, 'base64'))
    const webhooks = webhooksRepository(t.database)
    await webhooks.sealAll(box)
    for (const [id, secret] of [[body.id, body.secret] as const, [old.id, 'açık'] as const]) {
      const kept = (await webhooks.findTarget(id))?.secret ?? ''
      expect(kept).toMatch(/^sealed:/)
      expect(box.open(WEBHOOK_SECRET, kept)).toBe(secret)
    }
  })

  test.each<[string, Partial<Record<keyof WebhookInput, unknown>>, string]>([
    ['plain HTTP', { url: 'http://gateway.example.org/' }, 'url'],
    ['a password in the address', { url: 'https://a:b@gateway.example.org/' }, 'url'],
    ['this machine', { url: 'https://127.0.0.1/' }, 'url'],
    ['this machine, written oddly', { url: 'https://2130706433/' }, 'url'],
    ['the cloud’s own service', { url: 'https://169.254.169.254/latest' }, 'url'],
    ['no event', { events: [] }, 'events'],
    ['a field that does not exist', { template: '{{secret}}' }, 'template'],
    ['JSON that is none', { template: '{"text": "{{text}}"' }, 'template'],
    ['a name inside a private network, written as IPv6', { url: 'https://[::ffff:10.0.0.1]/' }, 'url'],
    ['a firm that does not exist', { firm_id: 2_000_000 }, 'firm_id'],
  ])('creating a webhook with %s is refused', async (_, wish, field) => {
    const { status, body } = await create(wish as Partial<WebhookInput>)
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] })
  })

  test('an edit of a webhook that another user has changed since is refused', async () => {
    const { body } = await create({ template: '{"text": "{{text}}"}' })
    const params = { id: body.id }
    const seen = (await t.as.admin.get(webhooksApi.get, { params })).headers['etag'] as string
    const headers = { 'if-match': seen }
    const change = { url: 'https://elsewhere.example.org/', events: ['alarm.closed' as const], template: null }
    const first = await t.as.admin.put(webhooksApi.update, { params, body: change, headers })
    expect(first).toMatchObject({ status: 200, body: change })
    const second = await t.as.admin.put(webhooksApi.update, { params, body: { active: false }, headers })
    expect(second).toMatchObject({ status: 412, body: { code: 'stale_edit' } })
    const broken = await t.as.admin.put(webhooksApi.update, { params, body: { template: '{' } })
    expect(broken).toMatchObject({ status: 422, body: { errors: { template: [expect.any(String)] } } })
    expect((await t.as.admin.get(webhooksApi.get, { params })).body).toMatchObject({ ...change, active: true })
  })

  test('a new secret replaces the old one', async () => {
    const { body: made } = await create()
    const { status, body } = await t.as.admin.post(webhooksApi.renewSecret, { params: { id: made.id } })
    expect({ status, length: body.secret.length, isNew: body.secret !== made.secret }).toEqual({
      status: 200,
      length: 43,
      isNew: true,
    })
    expect((await t.as.admin.post(webhooksApi.renewSecret, { params: { id: 2_000_000 } })).status).toBe(404)
  })

  test('a preview shows a filled template before it is saved', async () => {
    const preview = (template: string | null) => t.as.admin.post(webhooksApi.preview, { body: { template } })
    const { body } = await preview('{"message": "{{text}}", "on": {{unanswered}}}')
    expect(body.type).toBe('application/json')
    expect(JSON.parse(body.body)).toEqual({ message: expect.stringContaining('Havuz "3"'), on: true })
    expect(JSON.parse((await preview(null)).body.body)).toMatchObject({
      event: 'alarm.raised',
      alarm: { metric: 'ph' },
    })
    expect(await preview('{"on": {{unanswered}}')).toMatchObject({ status: 422, body: { code: 'template_not_json' } })
  })

  test('a host name that resolves to a private address is not called', async () => {
    const { body } = await create({ url: 'https://localhost:9/' })
    const reply = await t.as.admin.post(webhooksApi.test, { params: { id: body.id } })
    expect(reply).toMatchObject({ status: 502, body: { code: 'channel_failed' } })
    const { body: after } = await t.as.admin.get(webhooksApi.get, { params: { id: body.id } })
    expect(after.last_error).toContain('private address')
    const { body: sent } = await t.as.admin.get(webhooksApi.deliveries, { params: { id: body.id } })
    expect(sent).toMatchObject({
      total: 1,
      data: [{ event: 'test', state: 'failed', tries: 1, status: null, error: after.last_error, next_try_at: null }],
    })
  })
})

describe('alarms to webhooks', () => {
  let t: NotificationStage
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await openReceiver()
    t = await openNotificationStage({ ALLOW_PRIVATE_TARGETS: true })
  })
  afterAll(async () => {
    await t.close()
    await receiver.close()
  })
  const listen = (firm_id: number, wish: { template?: string; active?: boolean; events?: WebhookEvent[] } = {}) =>
    t.database.db
      .insertInto('webhooks')
      .values({ firm_id, url: `${receiver.url}/hook`, events: [...CALLING_EVENTS], secret: 'gizli', ...wish })
      .returning('id')
      .executeTakeFirstOrThrow()
  const calls = (n: number) => expect.poll(() => receiver.received.length).toBe(n)
  const bodyOfCall = (call: Receiver['received'][number] | undefined) => JSON.parse(call?.body.toString() ?? 'null')
  const sent = async (id: number) =>
    (await webhooksRepository(t.database).listDeliveries(id, { page: 1, per_page: 50 })).data
  /** Waits until the last try is saved. */
  const fared = (id: number, how: object) => expect.poll(async () => (await sent(id))[0]).toMatchObject(how)
  const now = () => instantAt(t.clock.now())
  test('an alarm is sent signed to webhooks of its firm and of firms above, and to no others', async () => {
    const above = await t.firm()
    const firm = await t.firm(above)
    await listen(above)
    await webhooksRepository(t.database).sealAll(t.secrets)
    await listen(await t.firm())
    await listen(firm, { active: false })
    await t.report(await t.tank(firm), 9.5)
    await calls(1)
    const [call] = receiver.received.splice(0)
    const body = call?.body.toString() ?? ''
    expect(JSON.parse(body)).toMatchObject({ event: 'alarm.raised', alarm: { severity: 'critical', metric: 'ph' } })
    expect(call?.headers['x-dalyan-signature']).toBe(
      `sha256=${createHmac('sha256', 'gizli').update(body).digest('hex')}`,
    )
    await t.pass(5)
    await calls(1)
    expect(receiver.received.splice(0)[0]?.headers['x-dalyan-event']).toBe('alarm.reminder')
    await t.forget()
  })

  test('a refused delivery is repeated with the same id, a redirect is not followed, and both are shown', async () => {
    const firm = await t.firm()
    const { id } = await listen(firm, { template: '{"text": "{{text}}"}' })
    receiver.answer(302, { location: `${receiver.url}/elsewhere` }, `hesap\u0000 kapalı${'!'.repeat(5_000)}`)
    await t.report(await t.tank(firm), 9.5)
    await calls(1)
    const again = instantAt(t.clock.now() + 15_000)
    await fared(id, { state: 'waiting', tries: 1, status: 302, error: 'HTTP 302', tried_at: now(), next_try_at: again })
    expect((await sent(id))[0]?.answer).toMatch(/^hesap kapalı!{288}$/)
    expect(await webhooksRepository(t.database).findById(id)).toMatchObject({ waiting: 1, last_error: 'HTTP 302' })
    receiver.answer(204)
    t.clock.advance(15_000)
    await calls(2)
    const [first, second] = receiver.received.splice(0)
    expect(second?.path).toBe('/hook')
    expect(second?.headers['x-dalyan-delivery']).toBe(first?.headers['x-dalyan-delivery'])
    expect(bodyOfCall(second)).toEqual({ text: expect.stringContaining('pH yüksek: 9,50') })
    await fared(id, { state: 'delivered', tries: 2, status: 204, error: null, answer: null, next_try_at: null })
    await t.forget()
  })

  test('a delivery refused for a day is shown as failed, and the webhook stays active', async () => {
    const firm = await t.firm()
    const { id } = await listen(firm)
    receiver.answer(500)
    await t.report(await t.tank(firm), 9.5)
    await fared(id, { state: 'waiting', tries: 1 })
    await t.forget()
    t.clock.advance(24 * 3_600_000 - 20_000)
    await t.delivered()
    await fared(id, { state: 'failed', tries: 2, status: 500, next_try_at: null })
    expect(await webhooksRepository(t.database).findById(id)).toMatchObject({ active: true, waiting: 0 })
    receiver.answer(201)
    receiver.received.splice(0)
  })

  test('a delivery stays due until its result is known, and is repeated with the same id', async () => {
    const firm = await t.firm()
    const dying = await openReceiver()
    const { id } = await listen(firm)
    await t.database.query('update webhooks set url = $2 where id = $1', [id, `${dying.url}/hook`])
    const held = dying.hold()
    await t.report(await t.tank(firm), 9.5)
    await held
    // A killed process leaves the delivery for the next one.
    await fared(id, { state: 'waiting', tries: 0, next_try_at: now() })
    await dying.close()
    await fared(id, { state: 'waiting', tries: 1 })
    await t.database.query('update webhooks set url = $2 where id = $1', [id, `${receiver.url}/hook`])
    t.clock.advance(15_000)
    await fared(id, { state: 'delivered', tries: 2 })
    const ids = [...dying.received, ...receiver.received.splice(0)].map(({ headers }) => headers['x-dalyan-delivery'])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
    await t.forget()
  })

  test('`unanswered` switches a siren on when an alarm is raised and off when it is acknowledged', async () => {
    const firm = await t.firm()
    const { id } = await listen(firm, {
      template: '{"on": {{unanswered}}, "why": "{{event}}"}',
      events: [...WEBHOOK_EVENTS],
    })
    const user = await t.user('operator', firm)
    const tank = await t.tank(firm)
    await t.report(tank, 9.5)
    await calls(1)
    const { id: alarm } = await t.openAlarm(firm)
    await t.acknowledge(alarm, user)
    await calls(2)
    await t.report(tank, 7)
    await calls(4)
    expect(receiver.received.splice(0).map(bodyOfCall)).toEqual([
      { on: true, why: 'alarm.raised' },
      { on: false, why: 'alarm.acknowledged' },
      { on: false, why: expect.stringMatching(/cleared|closed/) },
      { on: false, why: expect.stringMatching(/cleared|closed/) },
    ])
    expect((await sent(id)).map(({ event }) => event).toSorted()).toEqual([
      'alarm.acknowledged',
      'alarm.cleared',
      'alarm.closed',
      'alarm.raised',
    ])
  })

  test('a receiver that never answers does not delay another one', async () => {
    const firm = await t.firm()
    const silent = await openReceiver()
    void silent.hold()
    const { id } = await listen(firm)
    await t.database.query('update webhooks set url = $2 where id = $1', [id, `${silent.url}/hook`])
    await listen(firm)
    receiver.received.splice(0)
    await t.report(await t.tank(firm), 9.5)
    await expect.poll(() => silent.received.length).toBe(1)
    await t.report(await t.tank(firm), 9.5)
    await expect.poll(() => receiver.received.length).toBe(2)
    await silent.close()
    receiver.received.splice(0)
    await t.forget()
  })

  test('a delivery that waits for a deleted webhook is dropped at its next try', async () => {
    const firm = await t.firm()
    const { id } = await listen(firm)
    receiver.answer(500)
    await t.report(await t.tank(firm), 9.5)
    await fared(id, { state: 'waiting', tries: 1 })
    await webhooksRepository(t.database).remove(id)
    receiver.answer(204)
    receiver.received.splice(0)
    t.clock.advance(15_000)
    await fared(id, { state: 'dropped', tries: 2, next_try_at: null })
    expect(receiver.received).toEqual([])
    await t.forget()
  })

  test('ten alarms within five minutes become one delivery, and later ones wait for the next', async () => {
    const firm = await t.firm()
    const { id } = await listen(firm)
    const tanks = await Promise.all(Array.from({ length: 13 }, () => t.tank(firm)))
    const report = async (from: number, to: number) => {
      for (const tank of tanks.slice(from, to)) await t.report(tank, 9.5)
    }
    await report(0, 9)
    await calls(9)
    receiver.received.splice(0)
    await report(9, 10)
    await calls(1)
    await report(10, 12)
    await fared(id, { state: 'waiting', alarms: 2 })
    const [waiting, list] = await sent(id)
    expect(list).toMatchObject({ alarms: 1, alarm_id: null })
    const due = instantAt(Date.parse(list?.tried_at ?? '') + 300_000)
    expect(waiting).toMatchObject({ state: 'waiting', tries: 0, alarms: 2, next_try_at: due })
    t.clock.advance(299_000)
    await t.delivered()
    await fared(id, { state: 'delivered', tries: 1, alarms: 2 })
    const body = bodyOfCall(receiver.received.at(-1))
    expect(body).toMatchObject({ event: 'alarm.raised', alarm: null, alarms: [{ metric: 'ph' }, { metric: 'ph' }] })
    expect(body.text).toMatch(/^2 alarm: Kritik: .*; Kritik: /)
    t.clock.advance(3_600_000)
    receiver.received.splice(0)
    await report(12, 13)
    await fared(id, { state: 'delivered', alarms: 1, alarm_id: expect.any(Number) })
    await t.forget()
  })
})

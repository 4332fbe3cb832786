import { createHmac } from 'node:crypto'
import { webhooksApi, type WebhookInput } from '@dalyan/contracts/webhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReceiver, type Receiver } from '../../../tests/local-https.ts'
import { openTellingStage, type TellingStage } from '../../../tests/telling-stage.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

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

  test('shows the secret once', async () => {
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

  test.each<[string, Partial<Record<keyof WebhookInput, unknown>>, string]>([
    ['plain HTTP', { url: 'http://gateway.example.org/' }, 'url'],
    ['a password in the address', { url: 'https://a:b@gateway.example.org/' }, 'url'],
    ['this machine', { url: 'https://127.0.0.1/' }, 'url'],
    ['this machine, written oddly', { url: 'https://2130706433/' }, 'url'],
    ['the cloud’s own service', { url: 'https://169.254.169.254/latest' }, 'url'],
    ['no event', { events: [] }, 'events'],
    ['a field that does not exist', { template: '{{secret}}' }, 'template'],
    ['a firm that does not exist', { firm_id: 2_000_000 }, 'firm_id'],
  ])('refuses %s', async (_, wish, field) => {
    const { status, body } = await create(wish as Partial<WebhookInput>)
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] })
  })

  test('a name that leads into a private network is not called', async () => {
    const { body } = await create({ url: 'https://localhost:9/' })
    const reply = await t.as.admin.post(webhooksApi.test, { params: { id: body.id } })
    expect(reply).toMatchObject({ status: 502, body: { code: 'channel_failed' } })
    const { body: after } = await t.as.admin.get(webhooksApi.get, { params: { id: body.id } })
    expect(after.last_error).toContain('private address')
  })
})

describe('an alarm', () => {
  let t: TellingStage
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await openReceiver()
    t = await openTellingStage({ ALLOW_PRIVATE_TARGETS: true })
  })
  afterAll(async () => {
    await t.close()
    await receiver.close()
  })
  const listen = (firm_id: number, wish: { template?: string; active?: boolean } = {}) =>
    t.database.db
      .insertInto('webhooks')
      .values({
        firm_id,
        url: `${receiver.url}/hook`,
        events: ['alarm.raised', 'alarm.reminder'],
        secret: 'gizli',
        ...wish,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const calls = (n: number) => expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(n)

  test('is sent signed, to webhooks of the firm and of firms above it, and to no other', async () => {
    const above = await t.firm()
    const firm = await t.firm(above)
    await listen(above)
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

  test('that is not taken is sent again with the same id; a redirection is not followed', async () => {
    const firm = await t.firm()
    const { id } = await listen(firm, { template: '{"text": "{{text}}"}' })
    receiver.answer(302, { location: `${receiver.url}/elsewhere` })
    await t.report(await t.tank(firm), 9.5)
    await calls(1)
    await expect
      .poll(
        async () =>
          (await t.database.query<{ last_error: string }>('select last_error from webhooks where id = $1', [id]))
            .rows[0]?.last_error,
      )
      .toBe('HTTP 302')
    receiver.answer(204)
    await t.database.query(
      `update ${await t.jobsSchema()}.job set start_after = now() where name = 'webhook' and state = 'retry'`,
    )
    await calls(2)
    const [first, second] = receiver.received.splice(0)
    expect(second?.path).toBe('/hook')
    expect(second?.headers['x-dalyan-delivery']).toBe(first?.headers['x-dalyan-delivery'])
    expect(JSON.parse(second?.body.toString() ?? '')).toEqual({ text: expect.stringContaining('pH yüksek: 9,50') })
    await t.forget()
  })
})

import { authApi } from '@dalyan/contracts/auth'
import { firmsApi } from '@dalyan/contracts/firms'
import { type AuditLog, logsApi } from '@dalyan/contracts/logs'
import { onCallApi } from '@dalyan/contracts/notifications'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { settingsApi } from '@dalyan/contracts/settings'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { usersApi } from '@dalyan/contracts/users'
import { webhooksApi } from '@dalyan/contracts/webhooks'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { createAudit } from './audit-log.ts'
import { settleRestored } from './visible-order.sql.ts'

const PASSWORD = 'mercan kayalığı 41'
let kit: TestApp
let admin: TestApp['as']['admin']
let last = 0
beforeAll(async () => {
  kit = await startTestApp()
  admin = kit.as.admin
})
afterAll(() => kit.close())

async function list(query: Record<string, unknown> = {}): Promise<AuditLog[]> {
  const { status, body } = await admin.get(logsApi.audit, { query: { per_page: 1000, ...query } })
  expect(status).toBe(200)
  return body.data
}

/** Entries since the previous call, oldest first. */
async function recorded(): Promise<AuditLog[]> {
  const entries = (await list()).filter(({ id }) => id > last).toReversed()
  last = entries.at(-1)?.id ?? last
  return entries
}

const brief = (entries: AuditLog[]) =>
  entries.map(({ event, target, before, after }) => ({ event, name: target?.name, before, after }))

async function newUser(name: string): Promise<{ id: number; email: string }> {
  const email = `${name}@dalyan.test`
  const body = { name, email, roles: ['operator' as const], firm_id: kit.ownFirm.id, password: PASSWORD }
  const reply = await admin.post(usersApi.create, { body })
  expect(reply.status).toBe(201)
  return { id: reply.body.id, email }
}

test('creating, changing and deleting an account is in the audit log with the actor, address, before and after', async () => {
  await recorded()
  const { id } = await newUser('Nehir')
  const at = { params: { id } }
  const headers = { 'user-agent': 'Firefox '.repeat(60) }
  await admin.put(usersApi.update, { ...at, headers, body: { roles: ['customer'], password: 'başka bir parola 8' } })
  await admin.put(usersApi.update, { ...at, body: { name: 'Nehir' } })
  await admin.delete(usersApi.remove, at)
  const entries = await recorded()
  expect(brief(entries)).toEqual([
    {
      event: 'user_created',
      name: 'Nehir',
      before: null,
      after: expect.objectContaining({
        email: 'Nehir@dalyan.test',
        roles: ['operator'],
        firm_id: kit.ownFirm.id,
      }) as object,
    },
    {
      event: 'user_updated',
      name: 'Nehir',
      before: { roles: ['operator'], password: null },
      after: { roles: ['customer'], password: '***' },
    },
    {
      event: 'user_deleted',
      name: 'Nehir',
      before: expect.objectContaining({ roles: ['customer'] }) as object,
      after: null,
    },
  ])
  expect(entries[1]).toMatchObject({
    status: 'success',
    processor: { type: 'user', id: admin.id },
    target: { kind: 'user', id },
    address: '127.0.0.1',
    browser: 'Firefox '.repeat(25),
    created_at: new Date(kit.clock.now()).toISOString(),
  })
})

test('sign-ins, failed sign-ins, sign-outs and password changes are in the audit log', async () => {
  const { id, email } = await newUser('Deniz')
  await recorded()
  const { visitor } = kit.as
  await visitor.post(authApi.login, { body: { email, password: 'yanlış parola 1' } })
  await visitor.post(authApi.login, { body: { email: 'kimse@dalyan.test', password: 'yanlış parola 2' } })
  const { body } = await visitor.post(authApi.login, { body: { email, password: PASSWORD } })
  const headers = { authorization: `Bearer ${body.token}` }
  const change = {
    current_password: PASSWORD,
    password: 'bambaşka bir söz 9',
    password_confirmation: 'bambaşka bir söz 9',
  }
  const changed = await visitor.post(authApi.changePassword, { headers, body: change })
  await visitor.post(authApi.logout, { headers: { authorization: `Bearer ${changed.body.token}` } })
  const entries = await recorded()
  expect(entries.map(({ event, status, processor, target }) => [event, status, processor.id, target?.id])).toEqual([
    ['sign_in_failed', 'warning', null, id],
    ['sign_in_failed', 'warning', null, null],
    ['signed_in', 'success', id, id],
    ['password_changed', 'success', id, id],
    ['signed_out', 'success', id, id],
  ])
  expect(entries[1]?.target?.name).toBe('kimse@dalyan.test')
  for (const secret of [PASSWORD, 'yanlış parola', change.password, body.token]) {
    expect(JSON.stringify(entries)).not.toContain(secret)
  }
})

test('after sixty failed sign-ins in a minute the next entry counts the omitted ones', async () => {
  await recorded()
  kit.clock.advance(120_000)
  const guess = (n: number) => ({ body: { email: `tahmin-${n}@dalyan.test`, password: 'yanlış parola 3' } })
  const from = (n: number) => ({ remoteAddress: `10.1.${n % 200}.7` })
  for (let n = 0; n < 70; n += 1) {
    const { body } = guess(n)
    await kit.app.server.inject({ method: 'POST', url: '/api/login', payload: body, ...from(n) })
  }
  expect((await recorded()).map(({ event }) => event)).toEqual(Array(60).fill('sign_in_failed'))
  kit.clock.advance(60_000)
  await kit.as.visitor.post(authApi.login, guess(99))
  expect(brief(await recorded())).toEqual([
    { event: 'sign_in_failed', name: 'tahmin-99@dalyan.test', before: null, after: { left_out: 10 } },
  ])
})

test('firms, their call order, settings, templates and keys are in the audit log', async () => {
  await recorded()
  const firm = await kit.given.firm({ code: 'DENETIM', name: 'Denetim' })
  const at = { params: { id: firm.id } }
  await admin.put(firmsApi.update, { ...at, body: { city: 'Muğla' } })
  await admin.put(onCallApi.set, { ...at, body: { data: [{ user_id: admin.id }] } })
  await admin.delete(firmsApi.remove, at)
  await admin.post(firmsApi.restore, at)
  await admin.put(settingsApi.setSelfSignup, { body: { enabled: true } })
  await admin.put(settingsApi.setSelfSignup, { body: { enabled: true } })
  const opened = await admin.post(terminalsApi.enrol, { body: { minutes: 30 } })
  const template = await kit.given.rangeTemplate({ name: 'Levrek' })
  const ranges = { ph: { min: 7.5, max: 8.5 } }
  await admin.put(rangeTemplatesApi.update, { params: { id: template.id }, body: { ranges } })
  await admin.delete(rangeTemplatesApi.remove, { params: { id: template.id } })
  const terminal = await kit.given.terminal()
  const { body } = await admin.post(terminalsApi.rotateKey, { params: { id: terminal.id }, body: { revoke_old: true } })
  const entries = await recorded()
  expect(brief(entries)).toMatchObject([
    { event: 'firm_created', name: 'DENETIM', after: { name: 'Denetim' } },
    { event: 'firm_updated', before: { city: null }, after: { city: 'Muğla' } },
    { event: 'on_call_changed', name: 'DENETIM', before: { data: [] }, after: { data: [{ user: { id: admin.id } }] } },
    { event: 'firm_deleted', before: { status: 'active' }, after: { status: 'deleted' } },
    { event: 'firm_restored', before: { status: 'deleted' }, after: { status: 'inactive' } },
    { event: 'settings_changed', name: 'self_signup', before: { self_signup: false }, after: { self_signup: true } },
    { event: 'settings_changed', name: 'enrolment_until', after: { enrolment_until: opened.body.until } },
    { event: 'range_template_created', name: 'Levrek' },
    { event: 'range_template_updated', before: { ph: { min: 7 } }, after: { ph: { min: 7.5 } } },
    { event: 'range_template_deleted', before: { ph: { min: 7.5 } }, after: null },
    { event: 'terminal_key_rotated', name: terminal.code, after: { revoke_old: true } },
  ])
  expect(JSON.stringify(entries)).not.toContain(body.key)
})

test('a webhook is in the audit log without its secret and without the keys in its address and template', async () => {
  await recorded()
  const url = 'https://hooks.example.com/services/T0/geheim1'
  const body = {
    firm_id: kit.ownFirm.id,
    url,
    events: ['alarm.raised' as const],
    template: '{"routing_key": "geheim2"}',
    active: true,
  }
  const made = await admin.post(webhooksApi.create, { body })
  expect(made.status).toBe(201)
  const at = { params: { id: made.body.id } }
  await admin.put(webhooksApi.update, { ...at, body: { url: `${url}3` } })
  const renewed = await admin.post(webhooksApi.renewSecret, at)
  await admin.delete(webhooksApi.remove, at)
  const entries = await recorded()
  expect(entries.map(({ event, target }) => [event, target?.name])).toEqual(
    ['webhook_created', 'webhook_updated', 'webhook_secret_renewed', 'webhook_deleted'].map((event) => [
      event,
      'hooks.example.com',
    ]),
  )
  expect(Object.keys(entries[1]?.after ?? {})).toEqual(['url'])
  for (const secret of ['geheim', made.body.secret, renewed.body.secret])
    expect(JSON.stringify(entries)).not.toContain(secret)
})

test('an export of data is in the audit log with the user and the filters', async () => {
  await recorded()
  const headers = { authorization: `Bearer ${kit.as.operator.token}` }
  const reply = await kit.app.server.inject({ url: '/api/measurements/export?format=csv&locale=tr', headers })
  expect(reply.statusCode).toBe(200)
  expect(
    (await recorded()).map(({ event, processor, target, after }) => [event, processor.id, target?.name, after]),
  ).toEqual([['exported', kit.as.operator.id, '/api/measurements/export', { format: 'csv', locale: 'tr' }]])
})

test('a change that is rolled back leaves no entry', async () => {
  await recorded()
  const audit = createAudit({ clock: kit.clock })
  const actor = { id: admin.id, name: 'x', address: null, browser: null }
  const failed = kit.database.transact(async (on) => {
    await audit(on, actor, { event: 'firm_deleted', target: null })
    throw new Error('taken back')
  })
  await expect(failed).rejects.toThrow('taken back')
  expect(await recorded()).toEqual([])
})

test('entries of the audit log cannot be changed or removed, not even by the owner of the table', async () => {
  await newUser('Kalıcı')
  const before = await list()
  for (const statement of [
    `update audit_logs set event = 'x'`,
    'delete from audit_logs',
    'truncate audit_logs',
    `update audit_logs set xid = '7', address = '1.2.3.4'`,
  ]) {
    await expect(kit.database.query(statement)).rejects.toThrow('audit_logs is append-only')
  }
  expect(await list()).toEqual(before)
})

test('after a backup is restored, followers of the audit log receive new entries', async () => {
  await kit.database.query(`update audit_logs set xid = '99999999999'`)
  const newest = (await list())[0]?.id ?? 0
  await settleRestored(kit.database)
  await newUser('Sonraki')
  await expect.poll(async () => (await list({ after_id: newest })).map(({ event }) => event)).toEqual(['user_created'])
})

test('the audit log is filtered by actor, target, event and time, and paged', async () => {
  kit.clock.advance(3_600_000)
  const from = new Date(kit.clock.now()).toISOString()
  const { id, email } = await newUser('Süzgeç')
  kit.clock.advance(1_000)
  await kit.as.visitor.post(authApi.login, { body: { email, password: PASSWORD } })
  const events = async (query: Record<string, unknown>) => (await list(query)).map(({ event }) => event)
  expect(await events({ user_id: id })).toEqual(['signed_in'])
  expect(await events({ target: ['user'], target_id: id })).toEqual(['signed_in', 'user_created'])
  expect(await events({ from, event: 'CREATED' })).toEqual(['user_created'])
  expect(await events({ from, sort: [{ field: 'created_at', descending: false }] })).toEqual([
    'user_created',
    'signed_in',
  ])
  expect(await events({ from, status: ['warning'] })).toEqual([])
  const page = await admin.get(logsApi.audit, { query: { from, per_page: 1, page: 2 } })
  expect(page.body).toMatchObject({ total: 2, last_page: 2, data: [{ event: 'user_created' }] })
})

test('the export of the audit log has the list’s filters and is safe in a spreadsheet', async () => {
  const from = new Date(kit.clock.now()).toISOString()
  await kit.as.visitor.post(authApi.login, { body: { email: '=a@dalyan.test', password: 'yanlış parola 4' } })
  const url = `/api/audit-logs/export?event=sign_in_failed&from=${from}`
  const { body } = await kit.app.server.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })
  expect(parse(body, { bom: true, columns: true })).toMatchObject([
    {
      event: 'sign_in_failed',
      status: 'warning',
      target_kind: 'user',
      target: "'=a@dalyan.test",
      address: '127.0.0.1',
    },
  ])
})

test('only administrators read the audit log', async () => {
  const { operator, customer, visitor } = kit.as
  const statuses = await Promise.all([operator, customer, visitor].map((caller) => caller.get(logsApi.audit)))
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 401])
})

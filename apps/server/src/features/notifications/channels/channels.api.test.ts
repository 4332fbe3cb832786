import { ROLE_PERMISSIONS, type Permission, type RoleName } from '@dalyan/contracts/permissions'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browserKeys } from '../../../../tests/browser-keys.ts'
import { openReceiver, type Receiver } from '../../../../tests/local-https.ts'
import { mailText } from '../../../../tests/mail-text.ts'
import { openSmtpServer, type SmtpServer } from '../../../../tests/smtp-server.ts'
import { tokensRepository } from '../../auth/tokens.repository.ts'
import { usersRepository } from '../../users/users.repository.ts'
import { acknowledgeByLink, endAlarmLinks, showLinkedAlarm } from '../alarm-links.ts'
import { getPreferences, testChannel } from '../preferences/preferences.service.ts'
import { by, openNotificationStage, type NotificationStage } from '../../../../tests/notification-stage.ts'

let t: NotificationStage
let smtp: SmtpServer
let pushService: Receiver
beforeAll(async () => {
  smtp = await openSmtpServer()
  pushService = await openReceiver()
  t = await openNotificationStage({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Dalyan <alarm@ciftlik.test>',
    ALLOW_PRIVATE_PUSH: true,
  })
})
afterEach(() => t.forget())
const asOf = (id: number, role: RoleName) => ({ id, permissions: new Set<Permission>(ROLE_PERMISSIONS[role]) })
const addressOf = async (id: number) =>
  (await t.database.query<{ email: string }>('select email from users where id = $1', [id])).rows[0]?.email ?? ''
afterAll(async () => {
  await t.close()
  await Promise.all([smtp.close(), pushService.close()])
})

describe('mail', () => {
  test("an alarm email arrives within seconds, as text and HTML with a link, and escapes the tank's name", async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('mail') })
    const tank = await t.tank(firm)
    await t.database.query('update tanks set name = $2 where id = $1', [
      tank.id,
      '<img src=x onerror=alert(1)>\r\nBcc: a@b.c',
    ])
    await t.report(tank, 9.5)
    await expect.poll(() => smtp.mails.length).toBe(1)
    const [mail] = smtp.mails.splice(0)
    const { rows } = await t.database.query<{ email: string }>('select email from users where id = $1', [user])
    expect(mail).toMatchObject({ from: 'alarm@ciftlik.test', to: [rows[0]?.email] })
    const text = mailText(mail?.source ?? '')
    expect(mail?.source).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(mail?.source.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
    expect(mail?.source).toMatch(/^Importance: high/m)
    expect(text).toContain('pH yüksek: 9,50')
    expect(text).toContain('Sınır: 8,00')
    expect(text).toContain('https://dalyan.example/alarm-link#')
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(text.split('<html')[1]).not.toContain('<img')
  })

  test('an email that the server refuses is tried again with the same id and sent once', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('mail') })
    const tank = await t.tank(firm)
    smtp.accept(false)
    await t.report(tank, 8.5)
    const health = async () => (await t.healthOf(user)).find(({ channel }) => channel === 'mail')
    await expect.poll(async () => (await health())?.last_error).toContain('451')
    smtp.accept(true)
    t.clock.advance(5_000)
    await expect.poll(() => smtp.mails.length).toBe(1)
    await t.delivered()
    expect(smtp.mails.splice(0)[0]?.source).toMatch(/^Message-ID: <notification-\d+-\d{13}@dalyan>/m)
    expect((await health())?.last_success_at).not.toBeNull()
  })
})

describe('a mail server that does not answer', () => {
  test('a mail server that does not answer delays neither the page nor readings; the email follows when it answers again', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app', 'mail') })
    const tank = await t.tank(firm)
    smtp.accept(false)
    const silent = smtp.silentAt('taken')
    await t.report(tank, 9.5)
    await silent
    await expect.poll(async () => (await t.inbox(user)).total).toBe(1)
    expect(await t.report(tank, 9.6)).toEqual(['stored'])
    expect(smtp.mails).toEqual([])
    smtp.accept(true)
    smtp.talk()
    await t.notifications.settled()
    t.clock.advance(5_000)
    await t.delivered()
    expect(smtp.mails.splice(0)).toHaveLength(1)
  })
})

describe('mail to an unknown address', () => {
  test("mail to an unknown address is tried once, reports why in the channel's health, and delays no other recipient", async () => {
    const firm = await t.firm()
    const [gone, other] = [
      await t.user('operator', firm, { channels: by('mail') }),
      await t.user('operator', firm, { channels: by('mail') }),
    ]
    const address = async (id: number) =>
      (await t.database.query<{ email: string }>('select email from users where id = $1', [id])).rows[0]?.email ?? ''
    smtp.mails.splice(0)
    smtp.unknown.add(await address(gone))
    await t.report(await t.tank(firm), 9.5)
    await t.delivered()
    expect(smtp.mails.splice(0).map(({ to }) => to)).toEqual([[await address(other)]])
    expect((await t.healthOf(gone)).find(({ channel }) => channel === 'mail')?.last_error).toContain('550')
    const { rows } = await t.database.query<{ was_sent: boolean; was_dropped: boolean }>(
      'select sent_at is not null as was_sent, dropped_at is not null as was_dropped from notifications where user_id = $1',
      [gone],
    )
    expect(rows).toEqual([{ was_sent: false, was_dropped: true }])
  })
})

describe('an address that a user entered at registration', () => {
  test('an address that a user entered at registration gets no alarm until it is confirmed, as the settings say', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app', 'mail') })
    await t.database.query('update users set email_self_declared = true where id = $1', [user])
    const mail = async () => (await t.healthOf(user)).find(({ channel }) => channel === 'mail')
    expect(await mail()).toMatchObject({ ready: false, reason: 'email_unconfirmed' })
    const tank = await t.tank(firm)
    await t.report(tank, 9.5)
    await t.delivered()
    expect(smtp.mails).toEqual([])
    expect(await t.notified('app')).toEqual([`${user} app raised`])
    await expect(testChannel(t.notifications.needs, asOf(user, 'operator'), 'mail')).rejects.toMatchObject({
      status: 409,
      code: 'channel_not_ready',
    })

    await t.database.query('update users set email_confirmed_at = now() where id = $1', [user])
    expect(await mail()).toMatchObject({ ready: true, reason: null })
    await t.pass(5)
    expect(smtp.mails.splice(0)).toHaveLength(1)
  })
})

describe('push', () => {
  test('a push service that never answers delays neither other recipients nor readings', async () => {
    const firm = await t.firm()
    const [stuck, other] = [
      await t.user('operator', firm, { channels: by('app', 'push') }),
      await t.user('operator', firm, { channels: by('push') }),
    ]
    const silent = await openReceiver()
    void silent.hold()
    await t.subscribe(stuck, `${silent.url}/browser`, browserKeys())
    await t.subscribe(other, `${pushService.url}/other`, browserKeys())
    pushService.received.splice(0)
    await t.report(await t.tank(firm), 9.5)
    await expect.poll(() => silent.received.length).toBe(1)
    await t.report(await t.tank(firm), 9.5)
    await expect.poll(() => pushService.received.length).toBe(2)
    await expect.poll(async () => (await t.inbox(stuck)).total).toBe(2)
    expect(silent.received).toHaveLength(1)
    await silent.close()
    pushService.received.splice(0)
    await t.forget()
  })

  test('a push message is encrypted and signed, and a subscription that is gone is removed', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('push') })
    await t.subscribe(user, `${pushService.url}/browser`, browserKeys())
    const tank = await t.tank(firm)
    await t.report(tank, 9.5)
    await t.delivered()
    const [push] = pushService.received.splice(0)
    expect(push).toMatchObject({ method: 'POST', path: '/browser' })
    expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '900' })
    expect(push?.headers['authorization']).toContain(`k=${await t.notifications.push.publicKey()}`)
    expect(push?.body.toString('latin1')).not.toContain('pH')

    pushService.answer(410)
    await t.pass(5)
    expect(pushService.received.splice(0)).toHaveLength(1)
    pushService.answer(201)
    await t.pass(5)
    expect(pushService.received).toEqual([])
    expect((await t.healthOf(user)).find(({ channel }) => channel === 'push')).toMatchObject({
      ready: false,
      reason: 'no_subscription',
    })
  })
})

describe('a browser whose session expires', () => {
  test('a browser whose session expires gets a last message about it, and no alarm afterwards', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('push') })
    const keys = browserKeys()
    const [ending, other] = [
      await t.subscribe(user, `${pushService.url}/ending`, keys),
      await t.subscribe(user, `${pushService.url}/other`, keys),
    ]
    pushService.received.splice(0)
    await t.notifications.push.sayGoodbye([ending])
    expect(pushService.received.splice(0).map(({ path }) => path)).toEqual(['/ending'])
    await tokensRepository(t.database).removeMany([ending])
    await t.report(await t.tank(firm), 9.5)
    await t.delivered()
    expect(pushService.received.splice(0).map(({ path }) => path)).toEqual(['/other'])
    expect(other).toBeGreaterThan(ending)
  })
})

describe('a test message', () => {
  test('a test message to a push service with an endless answer ends as soon as the answer begins', async () => {
    const user = await t.user('customer', await t.firm())
    const flooding = await openReceiver()
    await t.subscribe(user, `${flooding.url}/endless`, browserKeys())
    for (const status of [201, 500]) {
      const written = flooding.flood(status)
      const sent = testChannel(t.notifications.needs, asOf(user, 'customer'), 'push')
      if (status === 500) await expect(sent).rejects.toMatchObject({ status: 502, code: 'not_sent' })
      else expect(await sent).toMatchObject({ channel: 'push', last_success_at: expect.any(String) })
      // At most what the socket buffers of both sides hold.
      expect(await written).toBeLessThan(32 * 1024 * 1024)
    }
    await flooding.close()
  })

  test('a user may send five test messages in fifteen minutes by push and mail together; those in the page do not count', async () => {
    const firm = await t.firm()
    const [user, other] = [await t.user('operator', firm), await t.user('operator', firm)]
    await t.subscribe(user, `${pushService.url}/limited`, browserKeys())
    const send = (channel: 'app' | 'push' | 'mail', id = user) =>
      testChannel(t.notifications.needs, asOf(id, 'operator'), channel)
    for (const channel of ['push', 'mail', 'push', 'app', 'mail', 'push'] as const) await send(channel)
    for (const channel of ['push', 'mail'] as const)
      await expect(send(channel)).rejects.toMatchObject({ status: 429, details: { retryAfterSeconds: 900 } })
    await send('app')
    await send('mail', other)
    t.clock.advance(15 * 60_000)
    await send('push')
    smtp.mails.splice(0)
    pushService.received.splice(0)
  })
})

describe('channel health', () => {
  const viewOf = async (id: number, role: RoleName, channel = 'mail') => {
    const { health, nobody_notified } = await getPreferences(t.notifications.needs, asOf(id, role))
    return { ...health.find((one) => one.channel === channel), nobody_notified }
  }

  test('administrators see the health of a channel without addresses; other users see their own tests without the reason', async () => {
    await t.database.query('delete from channel_health')
    const firm = await t.firm()
    const people = {
      customer: await t.user('customer', await t.firm()),
      operator: await t.user('operator', firm),
      admin: await t.user('admin', null),
    }
    const [nothing, failed] = [
      { last_success_at: null, last_failure_at: null, last_error: null },
      { last_failure_at: expect.any(String), last_error: null },
    ]
    const address = await addressOf(people.operator)
    smtp.unknown.add(address)
    await expect(testChannel(t.notifications.needs, asOf(people.operator, 'operator'), 'mail')).rejects.toMatchObject({
      status: 502,
      code: 'not_sent',
    })
    expect(await viewOf(people.operator, 'operator')).toMatchObject(failed)
    expect(await viewOf(people.customer, 'customer')).toMatchObject(nothing)
    const { last_error } = await viewOf(people.admin, 'admin')
    expect(last_error).toContain('550')
    expect(last_error).not.toContain(address)
    smtp.unknown.delete(address)
  })

  test("a test by a user who receives no alarms does not change a channel's health or the warning that no user is notified", async () => {
    await t.database.query('delete from channel_health')
    const admin = await t.user('admin', null)
    const customer = await t.user('customer', await t.firm())
    const send = (id: number, role: RoleName) => testChannel(t.notifications.needs, asOf(id, role), 'mail')
    await send(customer, 'customer')
    await send(admin, 'admin')
    expect(await viewOf(customer, 'customer')).toMatchObject({ tested_at: expect.any(String), nobody_notified: false })
    expect(await viewOf(admin, 'admin')).toMatchObject({
      tested_at: null,
      last_success_at: null,
      nobody_notified: true,
    })
    await send(await t.user('operator', await t.firm()), 'operator')
    expect(await viewOf(admin, 'admin')).toMatchObject({ tested_at: expect.any(String), nobody_notified: false })
    smtp.mails.splice(0)
  })
})

describe('the link', () => {
  /** The token of the last link that was mailed. */
  async function mailedLink() {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('mail') })
    const tank = await t.tank(firm)
    await t.report(tank, 9.5)
    await t.delivered()
    const [mail] = smtp.mails.splice(0)
    const [, token = ''] = /alarm-link#([\w.-]+)/.exec(mailText(mail?.source ?? '')) ?? []
    return { token, user, tank, firm }
  }
  const over = { status: 404, code: 'link_over' }

  test("a link expires when its user's password changes", async () => {
    const { token, user } = await mailedLink()
    expect(await showLinkedAlarm(t.notifications.needs, token)).toMatchObject({ user: { id: user } })
    await usersRepository(t.database).updatePassword(user, 'hash of another')
    await expect(showLinkedAlarm(t.notifications.needs, token)).rejects.toMatchObject(over)
    await expect(acknowledgeByLink(t.notifications.needs, token, null)).rejects.toMatchObject(over)
  })

  test('a link expires when an administrator renews the key, and newer links work', async () => {
    const [old, admin] = [await mailedLink(), await t.user('admin', null)]
    const actor = { id: admin, name: 'Yönetici', address: null, browser: null }
    await endAlarmLinks(t.notifications.needs, actor)
    await expect(showLinkedAlarm(t.notifications.needs, old.token)).rejects.toMatchObject(over)
    const { token, user } = await mailedLink()
    expect(await showLinkedAlarm(t.notifications.needs, token)).toMatchObject({ user: { id: user } })
    await expect(showLinkedAlarm(t.notifications.needs, old.token)).rejects.toMatchObject(over)
  })

  test('a link shows the alarm without a session, and only its button acknowledges it', async () => {
    const { token, user, tank, firm } = await mailedLink()
    const shown = await showLinkedAlarm(t.notifications.needs, token)
    expect(shown).toMatchObject({ user: { id: user }, alarm: { tank: { id: tank.id }, state: 'active_unack' } })
    expect((await t.stage.rows(tank.id))[0]?.state).toBe('active_unack')
    const { alarm } = await acknowledgeByLink(t.notifications.needs, token, 'bakıyorum')
    expect(alarm).toMatchObject({ state: 'active_ack', acknowledged_by: { id: user }, note: 'bakıyorum' })

    await t.database.query('update users set firm_id = null where id = $1', [user])
    await expect(showLinkedAlarm(t.notifications.needs, token)).rejects.toMatchObject({
      status: 404,
      code: 'link_over',
    })
    await t.database.query('update users set firm_id = $2 where id = $1', [user, firm])
    t.clock.advance(60 * 60_000)
    await expect(showLinkedAlarm(t.notifications.needs, token)).rejects.toMatchObject({
      status: 404,
      code: 'link_over',
    })
  })
})

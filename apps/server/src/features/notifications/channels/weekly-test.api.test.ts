import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openReceiver, type Receiver } from '../../../../tests/local-https.ts'
import { mailText } from '../../../../tests/mail-text.ts'
import { browserKeys } from '../../../../tests/browser-keys.ts'
import { openSmtpServer, type SmtpServer } from '../../../../tests/smtp-server.ts'
import { by, openNotificationStage, type NotificationStage } from '../../../../tests/notification-stage.ts'
import { settingsRepository } from '../../settings/settings.repository.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let t: NotificationStage
let smtp: SmtpServer
let pushService: Receiver
let people: { mail: number; both: number }
beforeAll(async () => {
  smtp = await openSmtpServer()
  pushService = await openReceiver()
  t = await openNotificationStage({ SMTP_URL: smtp.url, ALLOW_PRIVATE_PUSH: true })
  const firm = await t.firm()
  people = {
    mail: await t.user('operator', firm, { channels: by('app', 'mail') }),
    both: await t.user('admin', null, {
      channels: { critical: ['push', 'mail'], warning: [], info: [] },
      all_firms: true,
    }),
  }
  await t.subscribe(people.both, `${pushService.url}/browser`, browserKeys())
  // None of these users receives alarms by mail.
  await t.user('operator', firm, { channels: by('app') })
  await t.user('customer', firm)
  await t.user('admin', null)
  const own = await t.user('operator', firm)
  await t.database.query('update users set email_self_declared = true where id = $1', [own])
})
afterAll(async () => {
  await t.close()
  await Promise.all([smtp.close(), pushService.close()])
})

/** Advances to the next Monday at this hour in Türkiye. */
function toMonday(hour: number): void {
  const local = new Date(t.clock.now() + 3 * HOUR)
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate())
  const days = (8 - local.getUTCDay()) % 7 || 7
  t.clock.advance(midnight + days * DAY + hour * HOUR - 3 * HOUR - t.clock.now())
}
const health = async (channel: string) => (await t.healthOf(people.mail)).find((one) => one.channel === channel)
const mailed = () =>
  smtp.mails
    .splice(0)
    .flatMap(({ to }) => to)
    .toSorted()
async function untilMailed(count: number): Promise<void> {
  await expect.poll(() => smtp.mails.length).toBeGreaterThanOrEqual(count)
}
const address = async (id: number) =>
  (await t.database.query<{ email: string }>('select email from users where id = $1', [id])).rows[0]?.email

beforeEach(() => {
  smtp.mails.splice(0)
  pushService.received.splice(0)
})

test('once a week from Monday morning each channel tests its recipients and updates its health', async () => {
  toMonday(8)
  await t.notifications.testChannels()
  t.clock.advance(HOUR)
  expect((await health('mail'))?.last_success_at).toBeNull()
  await t.notifications.testChannels()
  await untilMailed(2)
  const text = mailText(smtp.mails[0]?.source ?? '')
  expect(text).toContain('Haftalık deneme')
  expect(smtp.mails[0]?.source).toMatch(/^Message-ID: <notification-\d+-\d+@dalyan>/m)
  expect(mailed()).toEqual([await address(people.mail), await address(people.both)].toSorted())
  await expect.poll(() => pushService.received.map(({ path }) => path)).toEqual(['/browser'])
  await expect.poll(async () => (await health('mail'))?.last_success_at).not.toBeNull()
  await expect.poll(async () => (await health('push'))?.tested_at).not.toBeNull()
})

test('a channel is tested at most once a week, and a missed test runs later by day', async () => {
  for (const days of [1, 2, 3]) {
    await t.notifications.testChannels()
    t.clock.advance(days * DAY)
  }
  await t.notifications.testChannels()
  toMonday(2)
  // The server is down until Thursday night.
  t.clock.advance(3 * DAY)
  await t.notifications.testChannels()
  t.clock.advance(8 * HOUR)
  await Promise.all([t.notifications.testChannels(), t.notifications.testChannels()])
  await untilMailed(2)
  await t.notifications.testChannels()
  // Their successes are recorded at this time too, before the next test moves the clock.
  await t.delivered()
  expect(mailed()).toHaveLength(2)
})

test('a dead channel shows in its health, is reported in the page after ten minutes, and is tried again', async () => {
  smtp.accept(false)
  toMonday(10)
  await t.notifications.testChannels()
  await expect.poll(async () => (await health('mail'))?.last_error).toContain('451')
  const { last_failure_at, last_success_at } = (await health('mail')) ?? {}
  expect(last_failure_at ?? '').toBeTruthy()
  expect((last_failure_at ?? '') > (last_success_at ?? '')).toBe(true)
  const lines = async () => (await t.inbox(people.mail)).data.map(({ title }) => title)
  expect(await lines()).toEqual([])
  t.clock.advance(10 * 60_000)
  await expect.poll(lines).toEqual(['E-postalar size ulaşmıyor'])
  const [line] = (await t.inbox(people.mail)).data
  expect(line?.body).not.toContain('451')
  await expect.poll(async () => (await t.inbox(people.both)).data[0]?.body).toContain('451')
  smtp.accept(true)
  t.clock.advance(10 * 60_000)
  await untilMailed(2)
  expect(mailed()).toHaveLength(2)
  expect(await lines()).toHaveLength(1)
})

test('an administrator can turn the weekly test off', async () => {
  const lastWeek = async () =>
    (await t.database.query<{ week: number }>(`select tested_week as week from channel_health where channel = 'mail'`))
      .rows[0]?.week ?? 0
  const before = await lastWeek()
  await settingsRepository(t.database).set('weekly_channel_test', false)
  toMonday(10)
  await t.notifications.testChannels()
  expect(await lastWeek()).toBe(before)
  await settingsRepository(t.database).set('weekly_channel_test', true)
  await t.notifications.testChannels()
  expect(await lastWeek()).toBe(before + 1)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpServer, type SmtpServer } from '../../../tests/smtp-server.ts'
import { mailText } from '../../../tests/mail-text.ts'
import { by, openNotificationStage, type NotificationStage } from '../../../tests/notification-stage.ts'
import { createLogger } from '../../core/log.ts'
import { readDisk, watchDisk } from './disk-space.ts'

const HOUR = 3_600_000
const GB = 1e9

let t: NotificationStage
let smtp: SmtpServer
let admin: number
let quiet: number
beforeAll(async () => {
  smtp = await openSmtpServer()
  t = await openNotificationStage({ SMTP_URL: smtp.url })
  admin = await t.user('admin', null, { channels: by('app', 'mail') })
  quiet = await t.user('admin', null, { channels: by() })
  await t.user('operator', await t.firm(), { channels: by('app', 'mail') })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

async function watchWith(freeBytes: number): Promise<void> {
  t.disk.free_bytes = freeBytes
  await watchDisk({
    clock: t.clock,
    log: createLogger('silent'),
    readDisk: async () => t.disk,
    notifiedSince: t.notifications.lowDiskSince,
    notify: t.notifications.notifyOfLowDisk,
  })
  await t.delivered()
}
/** The users and severities of the messages in the inboxes since the last call. */
let seen = 0
async function newItems(): Promise<[user: number, severity: string][]> {
  const { rows } = await t.database.query<{ id: number; user_id: number; severity: string }>(
    `select id, user_id, severity from inbox_items where reason = 'low_disk' and id > $1 order by user_id`,
    [seen],
  )
  seen = Math.max(seen, ...rows.map(({ id }) => id))
  return rows.map(({ user_id, severity }) => [user_id, severity])
}

test('administrators are notified of a disk that is nearly full once a day, and at once when it becomes critical', async () => {
  await watchWith(50 * GB)
  expect(await newItems()).toEqual([])
  await watchWith(5 * GB)
  expect(await newItems()).toEqual([
    [admin, 'warning'],
    [quiet, 'warning'],
  ])
  expect(smtp.mails.splice(0).map(({ source }) => mailText(source))).toEqual([
    expect.stringContaining('5,0\u00a0GB boş (100,0\u00a0GB disk)'),
  ])
  t.clock.advance(HOUR)
  await watchWith(4 * GB)
  expect(await newItems()).toEqual([])
  await watchWith(0.5 * GB)
  expect(await newItems()).toEqual([
    [admin, 'critical'],
    [quiet, 'critical'],
  ])
  // Some space was made, but not enough: they know.
  await watchWith(5 * GB)
  expect(await newItems()).toEqual([])
  t.clock.advance(25 * HOUR)
  await watchWith(5 * GB)
  expect((await newItems()).map(([, severity]) => severity)).toEqual(['warning', 'warning'])
})

test('a message about the disk is not sent any more once there is space', async () => {
  t.clock.advance(25 * HOUR)
  await t.notifications.notifyOfLowDisk('warning')
  t.disk.free_bytes = 50 * GB
  await t.delivered()
  expect(await newItems()).toEqual([])
})

test('the disk of a folder that does not exist yet is that of its parent, with the days until it is full', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-disk-'))
  const disk = await readDisk(join(folder, 'data/postgres'), t.clock, async () => 1_000_000)
  expect(disk.total_bytes).toBeGreaterThan(disk.free_bytes)
  expect(disk.days_left).toBeCloseTo(disk.free_bytes / 250e6, 0)
  expect((await readDisk(folder, t.clock, async () => 0)).days_left).toBeNull()
  await rm(folder, { recursive: true })
})

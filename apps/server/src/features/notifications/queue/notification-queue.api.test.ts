import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { describe, expect, test } from 'vitest'
import { shelveAlarm } from '../../alarms/alarm-actions.ts'
import { instantAt } from '../../../core/clock.ts'
import { outOfRangeBit } from '../../measurements/storing/limits-in-force.ts'
import type { SmtpServer } from '../../../../tests/smtp-server.ts'
import { by, useMailingStage, type NotificationStage } from '../../../../tests/notification-stage.ts'

// Queuing notifications with an alarm, reminders, and quiet hours.
let t: NotificationStage
let smtp: SmtpServer
useMailingStage((...opened) => ([t, smtp] = opened))

describe('the notification queue', () => {
  test('a notification is queued in its alarm’s own transaction: both are committed or neither', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app', 'mail') })
    const tank = await t.tank(firm)
    const values = METRIC_KEYS.map((key) => (key === 'ph' ? 9.5 : null))
    const at = { measured_at: t.clock.now(), received_at: t.clock.now() }
    const reading = {
      terminal_id: tank.terminal,
      tank_id: tank.id,
      ...at,
      values,
      clock_skew: false,
      refused: null,
      out_of_range: outOfRangeBit('ph'),
      limits_version: 0,
    }
    const falls = t.database.transact(async (on) => {
      expect(await t.stage.alarms.evaluate(on, [reading])).toMatchObject([{ state: 'active_unack' }])
      expect((await on.query('select from notifications where user_id = $1', [user])).rowCount).toBe(2)
      throw new Error('the server falls')
    })
    await expect(falls).rejects.toThrow('the server falls')
    expect(await t.stage.rows(tank.id)).toEqual([])
    await t.pass(5)
    expect(await t.notified()).toEqual([])
  })

  test('the next tick queues a notification that could not be queued with its alarm', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    const tank = await t.tank(firm)
    t.stage.failToNotify(new Error('no queue'))
    await t.report(tank, 8.5)
    t.stage.failToNotify(null)
    // The reading is stored and its alarm stands; the next tick notifies its recipients.
    expect(await t.stage.rows(tank.id)).toHaveLength(1)
    expect(await t.notified()).toEqual([])
    await t.pass(0)
    await t.delivered()
    expect(await t.notified()).toEqual([`${user} app raised`])
  })

  test('the next tick also queues the notification of an acknowledged alarm that returned worse than its peak', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    const { tank, id } = await t.raised(firm)
    await t.acknowledge(id, user)
    await t.report(tank, 7.5)
    await t.notified()
    t.stage.failToNotify(new Error('no queue'))
    await t.report(tank, 8.6)
    t.stage.failToNotify(null)
    expect(await t.stage.rows(tank.id)).toMatchObject([{ id, state: 'active_ack' }])
    await t.pass(0)
    expect(await t.notified()).toEqual([`${user} app raised`])
  })

  test('there is one notification per alarm, occurrence, user and channel: a repeated delivery notifies no user twice', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    await t.raised(firm)
    await Promise.all([t.deliverTo(user, 'app'), t.deliverTo(user, 'app')])
    await t.pass(0)
    expect(await t.notified()).toEqual([`${user} app raised`])
    const { data, unread } = await t.inbox(user)
    expect({ lines: data.length, unread }).toEqual({ lines: 1, unread: 1 })
  })

  test('the next process sends once what a killed process had begun to send', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    const { tank } = await t.raised(firm)
    await t.notified()
    // The state after kill -9: the notification waits, and no live process has its job.
    await t.database.query('update notifications set sent_at = null, next_try_at = queued_at where user_id = $1', [
      user,
    ])
    await t.database.query('delete from inbox_items where user_id = $1', [user])
    await Promise.all([t.delivered(), t.delivered()])
    expect(await t.stage.rows(tank.id)).toHaveLength(1)
    expect((await t.inbox(user)).data.map(({ reason }) => reason)).toEqual(['raised'])
    await t.delivered()
  })

  test('a notification is not sent when its alarm is acknowledged first', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    const tank = await t.tank(firm)
    await t.report(tank, 8.5)
    const [alarm] = await t.stage.rows(tank.id)
    await t.acknowledge(alarm?.id ?? 0, user)
    await t.delivered()
    const notified = await t.notified()
    // The delivery may run before the acknowledgement.
    expect(notified.length).toBeLessThanOrEqual(1)
  })
})

describe('reminders', () => {
  test('a critical alarm is repeated every five minutes, also without new data, until a user acknowledges it', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    const { id } = await t.raised(firm, 9.5)
    expect(await t.notified()).toEqual([`${user} app raised`])
    await t.pass(4)
    expect(await t.notified()).toEqual([])
    await t.pass(1)
    expect(await t.notified()).toEqual([`${user} app reminder`])
    await t.pass(5)
    expect(await t.notified()).toEqual([`${user} app reminder`])
    await t.acknowledge(id, user)
    await t.pass(30)
    expect(await t.notified()).toEqual([])
  })

  test('only an active_unack alarm is repeated: not while it has returned, but again when it is out, chattering or not', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    const { tank } = await t.raised(firm, 9.5)
    for (let i = 0; i < 4; i += 1) for (const ph of [7.5, 9.5]) await t.report(tank, ph)
    await t.report(tank, 7.5)
    await t.delivered()
    expect(await t.notified()).toContain(`${user} app chattering`)
    await t.pass(20)
    expect(await t.notified()).toEqual([])
    await t.report(tank, 9.5)
    await t.pass(0)
    expect(await t.notified()).toEqual([`${user} app reminder`])
    await t.pass(1)
    expect(await t.notified()).toEqual([])
    await t.pass(5)
    expect(await t.notified()).toEqual([`${user} app reminder`])
  })

  test('a shelved alarm is not repeated', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    const { id } = await t.raised(firm, 9.5)
    await t.notified()
    const permissions = new Set(['alarms.acknowledge' as const])
    const by_ = { id: user, name: 'Biri', firms: 'all' as const, permissions }
    await shelveAlarm(t.stage.needs, id, by_, { minutes: 60, reason: 'bakım' })
    await t.pass(30)
    expect(await t.notified()).toEqual([])
  })

  test('an alarm that is not critical is repeated every hour; in the page one unread item stands for it', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    await t.raised(firm)
    await t.notified()
    await t.pass(59)
    expect(await t.notified()).toEqual([])
    await t.pass(1)
    expect(await t.notified()).toEqual([`${user} app reminder`])
    const { data } = await t.inbox(user)
    expect(data.map(({ reason }) => reason)).toEqual(['reminder'])
  })

  test('a mode pauses the reminders of an alarm whose metric it holds, and one follows when it is over', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    const { tank } = await t.raised(firm)
    await t.notified()
    const hold = (metric: string, minutes: number) =>
      t.database.query(
        `insert into tank_modes (tank_id, name, metrics, started_at, until) values ($1, 'cleaning', array[$2], $3, $4)`,
        [tank.id, metric, instantAt(t.clock.now()), instantAt(t.clock.now() + minutes * 60_000)],
      )
    await hold('ph', 90)
    await t.pass(80)
    expect(await t.notified()).toEqual([])
    await t.pass(11)
    expect(await t.notified()).toEqual([`${user} app reminder`])
    await t.database.query('update tank_modes set is_over = true')
    await hold('salinity', 90)
    await t.pass(60)
    expect(await t.notified()).toEqual([`${user} app reminder`])
  })

  test('after hours of downtime one reminder is sent, not all missed ones', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    await t.raised(firm, 9.5)
    await t.notified()
    await t.pass(47)
    expect(await t.notified()).toEqual([`${user} app reminder`])
  })
})

describe('quiet hours', () => {
  test('quiet hours hold back one message of an alarm, however many reminders are due, and send it at their end', async () => {
    const firm = await t.firm()
    const at = (minutes: number) => new Date(t.clock.now() + minutes * 60_000).toISOString().slice(11, 16)
    const quiet_hours = { from: at(-60), to: at(5 * 60 + 30), time_zone: 'UTC' }
    const user = await t.user('operator', firm, { channels: by('mail'), quiet_hours })
    await t.raised(firm)
    for (let hour = 0; hour < 5; hour += 1) await t.pass(60)
    expect(await t.notified()).toEqual([])
    await t.pass(31)
    expect(await t.notified()).toEqual([`${user} mail raised`])
    await t.pass(29)
    expect(await t.notified()).toEqual([`${user} mail reminder`])
  })

  test('alarms held back by quiet hours neither delay a critical alarm nor join its digest', async () => {
    const firm = await t.firm()
    const quiet_hours = { from: '00:00', to: '23:59', time_zone: 'UTC' }
    const user = await t.user('operator', firm, { channels: by('mail'), quiet_hours })
    const tanks = await Promise.all(Array.from({ length: 12 }, () => t.tank(firm)))
    await t.stage.send(...tanks.map(({ id, terminal }) => ({ terminal, tank: id, values: { ph: 8.5 } })))
    await t.delivered()
    smtp.mails.splice(0)
    await t.raised(firm, 9.5)
    await t.raised(firm, 9.5)
    expect(await t.notified()).toEqual([`${user} mail raised`, `${user} mail raised`])
    expect(smtp.mails.splice(0)).toHaveLength(2)
  })

  test('a message held back by quiet hours is not sent to a user who has lost the right since', async () => {
    const firm = await t.firm()
    const at = (minutes: number) => new Date(t.clock.now() + minutes * 60_000).toISOString().slice(11, 16)
    const quiet_hours = { from: at(-60), to: at(30), time_zone: 'UTC' }
    const user = await t.user('operator', firm, { channels: by('mail'), quiet_hours })
    await t.raised(firm)
    await t.database.query('update users set firm_id = $2 where id = $1', [user, await t.firm()])
    await t.pass(31)
    expect(await t.notified()).toEqual([])
  })

  test('quiet hours hold back a message that is not critical, and drop it when its alarm has cleared by their end', async () => {
    const firm = await t.firm()
    const at = (minutes: number) => new Date(t.clock.now() + minutes * 60_000).toISOString().slice(11, 16)
    const quiet_hours = { from: at(-60), to: at(30), time_zone: 'UTC' }
    const user = await t.user('operator', firm, { channels: by('app', 'mail'), quiet_hours })
    await t.raised(firm)
    expect(await t.notified('mail')).toEqual([])
    const { tank } = await t.raised(firm)
    await t.report(tank, 7.5)
    await t.pass(31)
    // One alarm lasted, one cleared.
    expect(await t.notified('mail')).toEqual([`${user} mail raised`])
  })

  test('quiet hours do not hold back a critical message', async () => {
    const firm = await t.firm()
    const quiet_hours = { from: '00:00', to: '23:59', time_zone: 'UTC' }
    const user = await t.user('operator', firm, { channels: by('mail'), quiet_hours })
    await t.raised(firm, 9.5)
    expect(await t.notified('mail')).toEqual([`${user} mail raised`])
  })
})

test('notifications are removed after 90 days, and their reminders after one', async () => {
  const firm = await t.firm()
  const user = await t.user('operator', firm, { channels: by('app') })
  await t.raised(firm)
  await t.pass(60)
  const kept = async () =>
    (
      await t.database.query<{ reminder_number: number }>(
        'select reminder_number from notifications where user_id = $1 order by reminder_number',
        [user],
      )
    ).rows.map(({ reminder_number }) => reminder_number)
  expect(await kept()).toEqual([0, 1])
  t.clock.advance(86_400_001)
  await t.notifications.sweep()
  // Reminders are removed after a day.
  expect(await kept()).toEqual([0])
  const lines = async () => (await t.inbox(user)).data.length
  t.clock.advance(88 * 86_400_000)
  await t.notifications.sweep()
  expect(await lines()).toBe(1)
  t.clock.advance(2 * 86_400_000)
  await t.notifications.sweep()
  expect(await lines()).toBe(0)
})

import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { describe, expect, test } from 'vitest'
import { outOfRangeBit } from '../../measurements/storing/limits-in-force.ts'
import { counted } from '../../../../tests/counted.ts'
import type { SmtpServer } from '../../../../tests/smtp-server.ts'
import { by, useMailingStage, type NotificationStage } from '../../../../tests/notification-stage.ts'

// docs/behaviour/notifications.md: the text of a message, and which alarms become one digest.
let t: NotificationStage
let smtp: SmtpServer
useMailingStage((...opened) => ([t, smtp] = opened))

describe('digest', () => {
  test('eighty terminals that fall silent at once are one message about their outage', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    const tanks = await Promise.all(Array.from({ length: 80 }, () => t.tank(firm)))
    await t.stage.send(...tanks.map(({ id, terminal }) => ({ terminal, tank: id, values: { ph: 7 } })))
    await t.notified()
    await t.stage.pass(1800)
    await t.delivered()
    const { data } = await t.inbox(user)
    expect(data.map(({ reason, alarm_ids }) => [reason, alarm_ids.length])).toEqual([['raised', 80]])
    expect(data[0]?.title).toBe('Kritik: 80 terminal sustu')
  })

  test('a terminal that joins an outage updates its message under the bell, and sends no second email', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app', 'mail') })
    const delivers = async (count: number) => {
      const tanks = await Promise.all(Array.from({ length: count }, () => t.tank(firm)))
      await t.stage.send(...tanks.map(({ id, terminal }) => ({ terminal, tank: id, values: { ph: 7 } })))
    }
    smtp.mails.splice(0)
    await delivers(27)
    await t.stage.pass(40)
    await delivers(1)
    await t.stage.pass(15 * 60 - 20)
    await t.delivered()
    const sizes = async () => (await t.inbox(user)).data.map(({ alarm_ids }) => alarm_ids.length)
    expect(await sizes()).toEqual([27])
    expect(smtp.mails.splice(0)).toHaveLength(1)
    await t.stage.pass(40)
    await t.delivered()
    expect(await sizes()).toEqual([28])
    expect(smtp.mails).toEqual([])
  })

  test('queuing alarms for many users needs as many statements as one alarm for one user', async () => {
    const values = METRIC_KEYS.map((key) => (key === 'ph' ? 9.5 : null))
    const asked = async (tanks: number, people: number) => {
      const firm = await t.firm()
      for (let i = 0; i < people; i += 1) await t.user('operator', firm, { channels: by('app', 'mail') })
      const all = await Promise.all(Array.from({ length: tanks }, () => t.tank(firm)))
      const at = {
        measured_at: t.clock.now(),
        received_at: t.clock.now(),
        clock_skew: false,
        refused: null,
        out_of_range: outOfRangeBit('ph'),
        limits_version: 0,
      }
      const readings = all.map(({ id, terminal }) => ({ terminal_id: terminal, tank_id: id, values, ...at }))
      return t.database.transact(async (connection) => {
        const { on, asked: sent } = counted(connection)
        const ids = (await t.stage.alarms.evaluate(on, readings)).map(({ id }) => id)
        const queued = await connection.query('select from notifications where alarm_id = any($1)', [ids])
        expect(queued.rowCount).toBe(tanks * people * 2)
        return sent()
      })
    }
    expect(await asked(20, 7)).toBe(await asked(1, 1))
  })

  test('ten alarms of a firm become one digest; alarms within the next five minutes wait for the next digest', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    const tanks = await Promise.all(Array.from({ length: 22 }, () => t.tank(firm)))
    const out = (from: number, to: number) =>
      t.stage.send(...tanks.slice(from, to).map(({ id, terminal }) => ({ terminal, tank: id, values: { ph: 8.5 } })))
    await out(0, 10)
    await t.delivered()
    await t.pass(1)
    await out(10, 22)
    await t.delivered()
    expect((await t.inbox(user)).data.map(({ alarm_ids }) => alarm_ids.length)).toEqual([10])
    // This alarm has returned before a recipient was notified; the digest still lists it.
    const [last] = tanks.slice(-1)
    if (last) await t.report(last, 7.5)
    await t.pass(5)
    expect((await t.inbox(user)).data.map(({ alarm_ids }) => alarm_ids.length)).toEqual([12, 10])
  })

  test('nine alarms one by one are nine messages, and the tenth is a digest of all', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    for (let i = 0; i < 10; i += 1) {
      await t.report(await t.tank(firm), 8.5)
      await t.deliverTo(user, 'app')
    }
    expect((await t.inbox(user)).data.map(({ reason, alarm_ids }) => [reason, alarm_ids.length])).toEqual([
      ['digest', 10],
      ...Array.from({ length: 9 }, () => ['raised', 1]),
    ])
  })

  test('nine alarms within five minutes and one later are ten messages', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    const raise = async () => {
      await t.report(await t.tank(firm), 8.5)
      await t.deliverTo(user, 'app')
    }
    for (let i = 0; i < 9; i += 1) await raise()
    t.clock.advance(5 * 60_000)
    await raise()
    expect(new Set((await t.inbox(user)).data.map(({ reason }) => reason))).toEqual(new Set(['raised']))
  })

  test('reminders of ten alarms are one digest, and a new alarm does not wait for it', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('app') })
    const tanks = await Promise.all(Array.from({ length: 10 }, () => t.tank(firm)))
    await t.stage.send(...tanks.map(({ id, terminal }) => ({ terminal, tank: id, values: { ph: 9.5 } })))
    await t.delivered()
    await t.pass(5)
    await t.raised(firm)
    const lines = (await t.inbox(user)).data.map(({ reason, alarm_ids }) => [reason, alarm_ids.length])
    expect(lines.slice(0, 2)).toEqual([
      ['raised', 1],
      ['digest', 10],
    ])
  })
})

test('a message contains tank, metric, value, limit, start, trend and when it repeats', async () => {
  const firm = await t.firm()
  const [user, recipient] = [
    await t.user('operator', firm, { channels: by('app') }),
    await t.user('operator', firm, { channels: by('app') }),
  ]
  await t.database.query(`update users set locale = 'en' where id = $1`, [recipient])
  const tank = await t.tank(firm)
  await t.report(tank, 7.4)
  t.clock.advance(15 * 60_000)
  await t.report(tank, 9.25)
  await t.delivered()
  const time = (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Istanbul' }).format(
      t.clock.now(),
    )
  const { rows } = await t.database.query<{ code: string }>('select code from tanks where id = $1', [tank.id])
  expect((await t.inbox(user)).data).toMatchObject([
    {
      title: `Kritik: ${rows[0]?.code} Tank, pH yüksek: 9,25`,
      body: `Yeni alarm\nSınır: 8,00\nBaşlangıç: ${time('tr-TR')}\nEğilim: yükseliyor\nOnaylanmazsa 5 dakika sonra yeniden bildirilir.`,
    },
  ])
  expect((await t.inbox(recipient)).data).toMatchObject([
    {
      title: `Critical: ${rows[0]?.code} Tank, pH high: 9.25`,
      body: `New alarm\nLimit: 8.00\nSince: ${time('en-GB')}\nTrend: rising\nUnless it is acknowledged, this is repeated in 5 minutes.`,
    },
  ])
})

describe('an unreachable channel', () => {
  /** Delivers as the queue does after each pause. */
  const tryAgain = (user: number) => t.deliverTo(user, 'mail')

  test('after an hour without a channel each unanswered alarm leaves as one message, and no answered one does', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('mail') })
    smtp.mails.splice(0)
    smtp.accept(false)
    const [lasting, answered] = [await t.tank(firm), await t.tank(firm)]
    await t.report(lasting, 9.5)
    await t.report(answered, 9.5)
    for (let i = 0; i < 12; i += 1) {
      t.clock.advance(5 * 60_000)
      await t.notifications.tick()
    }
    await t.acknowledge((await t.stage.rows(answered.id))[0]?.id ?? 0, user)
    // A running delivery has either read the acknowledgement or failed.
    await tryAgain(user)
    smtp.accept(true)
    await tryAgain(user)
    await t.delivered()
    expect(smtp.mails.splice(0)).toHaveLength(1)
    expect(await t.notified()).toEqual([`${user} mail raised`])
  })

  test('a cleared alarm that began more than an hour ago is not sent as new', async () => {
    const firm = await t.firm()
    const user = await t.user('operator', firm, { channels: by('mail') })
    smtp.mails.splice(0)
    smtp.accept(false)
    const [soon, late] = [await t.tank(firm), await t.tank(firm)]
    for (const ph of [8.5, 7.5]) await t.report(late, ph)
    t.clock.advance(59 * 60_000)
    for (const ph of [8.5, 7.5]) await t.report(soon, ph)
    t.clock.advance(2 * 60_000)
    // A try that began within the hour still ends in a refusal.
    await t.notifications.settled()
    smtp.accept(true)
    await tryAgain(user)
    await t.delivered()
    expect(await t.notified()).toEqual([`${user} mail raised`])
    expect(smtp.mails.splice(0)[0]?.source).toContain('Normale d=C3=B6nd=C3=BC')
  })
})

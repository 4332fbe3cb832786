import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSmtpServer, type SmtpServer } from '../../../tests/smtp-server.ts'
import { by, openTellingStage, type TellingStage } from '../../../tests/telling-stage.ts'

let t: TellingStage
let smtp: SmtpServer
beforeAll(async () => {
  smtp = await openSmtpServer()
  t = await openTellingStage({ SMTP_URL: smtp.url })
})
afterEach(() => t.forget())
afterAll(async () => {
  await t.close()
  await smtp.close()
})

/** Raises one alarm on a tank of this firm, warning at first. @returns the tank and the alarm's id. */
async function raised(firm: number | null, ph = 8.5) {
  const tank = await t.tank(firm)
  await t.report(tank, ph)
  const [alarm] = await t.stage.rows(tank.id)
  await t.delivered()
  return { tank, id: alarm?.id ?? 0 }
}

describe('told are', () => {
  test('those of the firm and of firms above it who may acknowledge, and admins who chose so', async () => {
    const above = await t.firm()
    const firm = await t.firm(above)
    const below = await t.firm(firm)
    const people = {
      operator: await t.person('operator', firm, { channels: by('app') }),
      boss: await t.person('operator', above, { channels: by('app') }),
      customer: await t.person('customer', firm),
      below: await t.person('operator', below),
      foreign: await t.person('operator', await t.firm()),
      silentAdmin: await t.person('admin', null),
      admin: await t.person('admin', null, { channels: by('app'), all_firms: true }),
    }
    await raised(firm)
    expect(await t.told()).toEqual(
      [people.operator, people.boss, people.admin].map((id) => `${id} app raised`).toSorted(),
    )
    await t.notifications.preferences.set(
      { id: people.admin, permissions: new Set(['firms.manage']) },
      { all_firms: false },
    )
  })

  test('nobody of a tank that has no firm, but admins who chose so', async () => {
    const admin = await t.person('admin', null, { channels: by('app'), all_firms: true })
    await raised(null)
    expect(await t.told()).toEqual([`${admin} app raised`])
    await t.notifications.preferences.set({ id: admin, permissions: new Set(['firms.manage']) }, { all_firms: false })
  })
})

describe('each chooses', () => {
  test('severity × channel', async () => {
    const firm = await t.firm()
    const channels = { critical: ['app' as const], warning: [], info: [] }
    const person = await t.person('operator', firm, { channels })
    await raised(firm)
    expect(await t.told()).toEqual([])
    await raised(firm, 9.5)
    expect(await t.told()).toEqual([`${person} app raised`])
  })
})

describe('one job', () => {
  test('is put in the alarm’s own transaction: neither is there without the other', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app', 'mail') })
    const tank = await t.tank(firm)
    const values = METRIC_KEYS.map((key) => (key === 'ph' ? 9.5 : null))
    const at = { measured_at: t.clock.now(), received_at: t.clock.now() }
    const reading = { terminal_id: tank.terminal, tank_id: tank.id, ...at, values, clock_skew: false }
    const falls = t.database.transact(async (on) => {
      expect(await t.stage.alarms.evaluate(on, [reading])).toMatchObject([{ state: 'active_unack' }])
      expect((await on.query('select from tellings where user_id = $1', [person])).rowCount).toBe(2)
      throw new Error('the server falls')
    })
    await expect(falls).rejects.toThrow('the server falls')
    expect(await t.stage.rows(tank.id)).toEqual([])
    await t.pass(5)
    expect(await t.told()).toEqual([])
  })

  test('is there with its alarm; where it could not be put in the queue the clock makes up for it', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    const tank = await t.tank(firm)
    t.stage.failToTell(new Error('no queue'))
    await t.report(tank, 8.5)
    t.stage.failToTell(null)
    // The reading is stored and its alarm stands; who is to hear of it hears of it by the next turn of the clock.
    expect(await t.stage.rows(tank.id)).toHaveLength(1)
    expect(await t.told()).toEqual([])
    await t.pass(0)
    await t.delivered()
    expect(await t.told()).toEqual([`${person} app raised`])
  })

  test('of one that came back worse than ever, acknowledged as it is, is made up for as well', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    const { tank, id } = await raised(firm)
    await t.acknowledge(id, person)
    await t.report(tank, 7.5)
    await t.told()
    t.stage.failToTell(new Error('no queue'))
    await t.report(tank, 8.6)
    t.stage.failToTell(null)
    expect(await t.stage.rows(tank.id)).toMatchObject([{ id, state: 'active_ack' }])
    await t.pass(0)
    expect(await t.told()).toEqual([`${person} app raised`])
  })

  test('per alarm, occurrence, person and channel: repeated work tells nobody twice', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    await raised(firm)
    await Promise.all([t.notifications.deliverTo(person, 'app'), t.notifications.deliverTo(person, 'app')])
    await t.pass(0)
    expect(await t.told()).toEqual([`${person} app raised`])
    const { data, unread } = await t.centre(person)
    expect({ lines: data.length, unread }).toEqual({ lines: 1, unread: 1 })
  })

  test('that a killed process had taken is told by the next one, once', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    const { tank } = await raised(firm)
    await t.told()
    // As a kill -9 leaves it: the message waits, and its job belongs to nobody who lives.
    await t.database.query('update tellings set told_at = null where user_id = $1', [person])
    await t.database.query('delete from notifications where user_id = $1', [person])
    await Promise.all([t.notifications.recover(), t.notifications.recover()])
    expect(await t.stage.rows(tank.id)).toHaveLength(1)
    expect((await t.centre(person)).data.map(({ why }) => why)).toEqual(['raised'])
    await t.delivered()
  })

  test('of what was answered before it left is told to nobody', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    const tank = await t.tank(firm)
    await t.report(tank, 8.5)
    const [alarm] = await t.stage.rows(tank.id)
    await t.acknowledge(alarm?.id ?? 0, person)
    await t.delivered()
    const told = await t.told()
    // Whoever was quicker: the queue or the person.
    expect(told.length).toBeLessThanOrEqual(1)
  })
})

describe('reminders', () => {
  test('critical: every five minutes, also when no new data come, until somebody acknowledges', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    const { id } = await raised(firm, 9.5)
    expect(await t.told()).toEqual([`${person} app raised`])
    await t.pass(4)
    expect(await t.told()).toEqual([])
    await t.pass(1)
    expect(await t.told()).toEqual([`${person} app reminder`])
    await t.pass(5)
    expect(await t.told()).toEqual([`${person} app reminder`])
    await t.acknowledge(id, person)
    await t.pass(30)
    expect(await t.told()).toEqual([])
  })

  test('only while active_unack: none of what has come back, and again once it is out, chattering and untold as it may be', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    const { tank } = await raised(firm, 9.5)
    for (let i = 0; i < 4; i += 1) for (const ph of [7.5, 9.5]) await t.report(tank, ph)
    await t.report(tank, 7.5)
    await t.delivered()
    expect(await t.told()).toContain(`${person} app chattering`)
    await t.pass(20)
    expect(await t.told()).toEqual([])
    await t.report(tank, 9.5)
    await t.pass(0)
    expect(await t.told()).toEqual([`${person} app reminder`])
    await t.pass(1)
    expect(await t.told()).toEqual([])
    await t.pass(5)
    expect(await t.told()).toEqual([`${person} app reminder`])
  })

  test('none while it is shelved', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    const { id } = await raised(firm, 9.5)
    await t.told()
    const permissions = new Set(['alarms.acknowledge' as const])
    const by_ = { id: person, name: 'Biri', firms: 'all' as const, permissions }
    await t.stage.alarmActions.shelve(id, by_, { minutes: 60, reason: 'bakım' })
    await t.pass(30)
    expect(await t.told()).toEqual([])
  })

  test('others: every hour; in the page one unread line stands for the alarm', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    await raised(firm)
    await t.told()
    await t.pass(59)
    expect(await t.told()).toEqual([])
    await t.pass(1)
    expect(await t.told()).toEqual([`${person} app reminder`])
    const { data } = await t.centre(person)
    expect(data.map(({ why }) => why)).toEqual(['reminder'])
  })

  test('of hours in which the server was down one comes, not all', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    await raised(firm, 9.5)
    await t.told()
    await t.pass(47)
    expect(await t.told()).toEqual([`${person} app reminder`])
  })
})

describe('on call', () => {
  test('unanswered for ten minutes, the next in the order is told; answered, nobody', async () => {
    const firm = await t.firm()
    const [first, second, third] = [
      await t.person('operator', firm, { channels: by() }),
      await t.person('admin', null, { channels: by() }),
      await t.person('operator', firm, { channels: by() }),
    ]
    await t.notifications.onCall.set(firm, {
      data: [first, second, third].map((user_id) => ({ user_id })),
    })
    const { id } = await raised(firm)
    expect(await t.told('mail')).toEqual([`${first} mail raised`])
    await t.pass(9)
    expect(await t.told('mail')).toEqual([])
    await t.pass(1)
    expect(await t.told('mail')).toEqual([`${second} mail escalated`])
    await t.acknowledge(id, second)
    await t.pass(10)
    expect(await t.told('mail')).toEqual([])
  })
})

describe('the order', () => {
  /** A firm whose order has these people, each so many minutes after the one before. */
  async function withOrder(...people: [role: 'operator' | 'admin', minutes: number][]) {
    const firm = await t.firm()
    const ids: number[] = []
    for (const [role] of people)
      ids.push(await t.person(role, role === 'admin' ? null : firm, { channels: by('mail') }))
    const data = ids.map((user_id, i) => ({ user_id, delay_minutes: people[i]?.[1] ?? 0 }))
    await t.notifications.onCall.set(firm, { data })
    return { firm, ids }
  }

  test('each step comes by its own delay; after the last the reminders go on, to all', async () => {
    const { firm, ids } = await withOrder(['operator', 0], ['operator', 3], ['admin', 15])
    const [first, second, third] = ids
    await raised(firm)
    expect(await t.told()).toEqual([`${first} mail raised`, `${second} app raised`, `${third} app raised`])
    await t.pass(3)
    expect(await t.told('mail')).toEqual([`${second} mail escalated`])
    await t.pass(14)
    expect(await t.told()).toEqual([])
    await t.pass(1)
    expect(await t.told('mail')).toEqual([`${third} mail escalated`])
    await t.pass(42)
    expect(await t.told('mail')).toEqual([first, second, third].map((id) => `${id} mail reminder`).toSorted())
  })

  test('is that of the nearest firm that has one; who stands in it alone hears of no other firm', async () => {
    const { firm: above, ids } = await withOrder(['admin', 0])
    const firm = await t.firm(above)
    await raised(firm)
    expect(await t.told()).toEqual([`${ids[0]} mail raised`])
    await raised(await t.firm())
    expect(await t.told()).toEqual([])
  })

  test('passes over who is gone, has lost the right, or works for another firm: the next has his turn', async () => {
    const { firm, ids } = await withOrder(['operator', 0], ['operator', 10], ['operator', 10], ['operator', 10])
    const [gone = 0, customer = 0, moved = 0, last = 0] = ids
    await t.database.query('update users set deleted_at = now() where id = $1', [gone])
    await t.database.query(`update user_roles set role = 'customer' where user_id = $1`, [customer])
    await t.database.query('update users set firm_id = $2 where id = $1', [moved, await t.firm()])
    await raised(firm)
    expect(await t.told()).toEqual([`${last} mail raised`])
    await t.pass(20)
    expect(await t.told()).toEqual([])
  })

  test('passes over who cannot be reached by anything: neither a trusted address nor a browser', async () => {
    const { firm, ids } = await withOrder(['operator', 0], ['operator', 10], ['operator', 10])
    const [unreached = 0, second, third] = ids
    await t.database.query('update users set email_self_declared = true where id = $1', [unreached])
    await raised(firm)
    expect(await t.told('mail')).toEqual([`${second} mail raised`])
    await t.pass(10)
    expect(await t.told('mail')).toEqual([`${third} mail escalated`])
  })

  test('of whom all are gone is none: that of the firm above counts', async () => {
    const { firm: above, ids } = await withOrder(['admin', 0])
    const firm = await t.firm(above)
    const person = await t.person('operator', firm)
    await t.notifications.onCall.set(firm, { data: [{ user_id: person }] })
    await t.database.query('update users set deleted_at = now() where id = $1', [person])
    await raised(firm)
    expect(await t.told()).toEqual([`${ids[0]} mail raised`])
  })
})

describe('quiet hours', () => {
  test('hold back one message of an alarm, however many reminders fall in them, and it leaves at their end', async () => {
    const firm = await t.firm()
    const at = (minutes: number) => new Date(t.clock.now() + minutes * 60_000).toISOString().slice(11, 16)
    const quiet_hours = { from: at(-60), to: at(5 * 60 + 30), time_zone: 'UTC' }
    const person = await t.person('operator', firm, { channels: by('mail'), quiet_hours })
    await raised(firm)
    for (let hour = 0; hour < 5; hour += 1) await t.pass(60)
    expect(await t.told()).toEqual([])
    await t.pass(31)
    expect(await t.told()).toEqual([`${person} mail raised`])
    await t.pass(29)
    expect(await t.told()).toEqual([`${person} mail reminder`])
  })

  test('whose many held alarms make no critical one wait, nor a list of it', async () => {
    const firm = await t.firm()
    const quiet_hours = { from: '00:00', to: '23:59', time_zone: 'UTC' }
    const person = await t.person('operator', firm, { channels: by('mail'), quiet_hours })
    const tanks = await Promise.all(Array.from({ length: 12 }, () => t.tank(firm)))
    await t.stage.send(...tanks.map(({ id, terminal }) => ({ terminal, tank: id, values: { ph: 8.5 } })))
    await t.delivered()
    smtp.mails.splice(0)
    await raised(firm, 9.5)
    await raised(firm, 9.5)
    expect(await t.told()).toEqual([`${person} mail raised`, `${person} mail raised`])
    expect(smtp.mails.splice(0)).toHaveLength(2)
  })

  test('hold back nothing for who has lost the right meanwhile', async () => {
    const firm = await t.firm()
    const at = (minutes: number) => new Date(t.clock.now() + minutes * 60_000).toISOString().slice(11, 16)
    const quiet_hours = { from: at(-60), to: at(30), time_zone: 'UTC' }
    const person = await t.person('operator', firm, { channels: by('mail'), quiet_hours })
    await raised(firm)
    await t.database.query('update users set firm_id = $2 where id = $1', [person, await t.firm()])
    await t.pass(31)
    expect(await t.told()).toEqual([])
  })

  test('hold what is not critical until they end, and drop it when it has cleared by then', async () => {
    const firm = await t.firm()
    const at = (minutes: number) => new Date(t.clock.now() + minutes * 60_000).toISOString().slice(11, 16)
    const quiet_hours = { from: at(-60), to: at(30), time_zone: 'UTC' }
    const person = await t.person('operator', firm, { channels: by('app', 'mail'), quiet_hours })
    await raised(firm)
    expect(await t.told('mail')).toEqual([])
    const { tank } = await raised(firm)
    await t.report(tank, 7.5)
    await t.pass(31)
    // One lasted, one cleared.
    expect(await t.told('mail')).toEqual([`${person} mail raised`])
  })

  test('hold nothing that is critical', async () => {
    const firm = await t.firm()
    const quiet_hours = { from: '00:00', to: '23:59', time_zone: 'UTC' }
    const person = await t.person('operator', firm, { channels: by('mail'), quiet_hours })
    await raised(firm, 9.5)
    expect(await t.told('mail')).toEqual([`${person} mail raised`])
  })
})

describe('many', () => {
  test('eighty terminals that fall silent at once are one message with the list', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    const tanks = await Promise.all(Array.from({ length: 80 }, () => t.tank(firm)))
    await t.stage.send(...tanks.map(({ id, terminal }) => ({ terminal, tank: id, values: { ph: 7 } })))
    await t.told()
    await t.stage.pass(1800)
    await t.delivered()
    const { data } = await t.centre(person)
    expect(data.map(({ why, alarm_ids }) => [why, alarm_ids.length])).toEqual([['many', 80]])
  })

  test('ten alarms of a firm are one message; what follows within five minutes waits for the next list', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    const tanks = await Promise.all(Array.from({ length: 22 }, () => t.tank(firm)))
    const out = (from: number, to: number) =>
      t.stage.send(...tanks.slice(from, to).map(({ id, terminal }) => ({ terminal, tank: id, values: { ph: 8.5 } })))
    await out(0, 10)
    await t.delivered()
    await t.pass(1)
    await out(10, 22)
    await t.delivered()
    expect((await t.centre(person)).data.map(({ alarm_ids }) => alarm_ids.length)).toEqual([10])
    // One of them has come back by then, and nobody was told: it is in the list all the same.
    const [last] = tanks.slice(-1)
    if (last) await t.report(last, 7.5)
    await t.pass(5)
    expect((await t.centre(person)).data.map(({ alarm_ids }) => alarm_ids.length)).toEqual([12, 10])
  })

  test('one by one: nine are told each, the tenth with the list of all', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    for (let i = 0; i < 10; i += 1) {
      await t.report(await t.tank(firm), 8.5)
      await t.notifications.deliverTo(person, 'app')
    }
    expect((await t.centre(person)).data.map(({ why, alarm_ids }) => [why, alarm_ids.length])).toEqual([
      ['many', 10],
      ...Array.from({ length: 9 }, () => ['raised', 1]),
    ])
  })

  test('nine within five minutes and one later are ten messages', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    const raise = async () => {
      await t.report(await t.tank(firm), 8.5)
      await t.notifications.deliverTo(person, 'app')
    }
    for (let i = 0; i < 9; i += 1) await raise()
    t.clock.advance(5 * 60_000)
    await raise()
    expect(new Set((await t.centre(person)).data.map(({ why }) => why))).toEqual(new Set(['raised']))
  })

  test('reminders of ten are one message, and a new alarm does not wait behind them', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('app') })
    const tanks = await Promise.all(Array.from({ length: 10 }, () => t.tank(firm)))
    await t.stage.send(...tanks.map(({ id, terminal }) => ({ terminal, tank: id, values: { ph: 9.5 } })))
    await t.delivered()
    await t.pass(5)
    await raised(firm)
    const lines = (await t.centre(person)).data.map(({ why, alarm_ids }) => [why, alarm_ids.length])
    expect(lines.slice(0, 2)).toEqual([
      ['raised', 1],
      ['many', 10],
    ])
  })
})

test('a message says tank, metric, value, limit, since when, how it goes, and when it is repeated', async () => {
  const firm = await t.firm()
  const [person, reader] = [
    await t.person('operator', firm, { channels: by('app') }),
    await t.person('operator', firm, { channels: by('app') }),
  ]
  await t.database.query(`update users set locale = 'en' where id = $1`, [reader])
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
  expect((await t.centre(person)).data).toMatchObject([
    {
      title: `Kritik: ${rows[0]?.code} Tank, pH yüksek: 9,25`,
      body: `Yeni alarm\nSınır: 8,00\nBaşlangıç: ${time('tr-TR')}\nGidiş: yükseliyor\nOnaylanmazsa 5 dakika sonra yeniden bildirilir.`,
    },
  ])
  expect((await t.centre(reader)).data).toMatchObject([
    {
      title: `Critical: ${rows[0]?.code} Tank, pH high: 9.25`,
      body: `New alarm\nLimit: 8.00\nSince: ${time('en-GB')}\nTrend: rising\nUnless it is acknowledged, this is repeated in 5 minutes.`,
    },
  ])
})

describe('a channel that is away', () => {
  /** What the queue would do after each of its pauses. */
  const tryAgain = (person: number) => t.notifications.deliverTo(person, 'mail').catch((error: unknown) => error)

  test('for an hour: afterwards one message of each alarm that lasts, and of none that is answered', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('mail') })
    smtp.mails.splice(0)
    smtp.accept(false)
    const [lasting, answered] = [await t.tank(firm), await t.tank(firm)]
    await t.report(lasting, 9.5)
    await t.report(answered, 9.5)
    for (let i = 0; i < 12; i += 1) {
      t.clock.advance(5 * 60_000)
      await t.notifications.tick()
    }
    await t.acknowledge((await t.stage.rows(answered.id))[0]?.id ?? 0, person)
    // What is under way has seen him answer, or has failed.
    await tryAgain(person)
    smtp.accept(true)
    await tryAgain(person)
    await t.delivered()
    expect(smtp.mails.splice(0)).toHaveLength(1)
    expect(await t.told()).toEqual([`${person} mail raised`])
  })

  test('what is long over is not told as news', async () => {
    const firm = await t.firm()
    const person = await t.person('operator', firm, { channels: by('mail') })
    smtp.mails.splice(0)
    smtp.accept(false)
    const [soon, late] = [await t.tank(firm), await t.tank(firm)]
    for (const ph of [8.5, 7.5]) await t.report(late, ph)
    t.clock.advance(59 * 60_000)
    for (const ph of [8.5, 7.5]) await t.report(soon, ph)
    t.clock.advance(2 * 60_000)
    smtp.accept(true)
    await tryAgain(person)
    await t.delivered()
    expect(await t.told()).toEqual([`${person} mail raised`])
    expect(smtp.mails.splice(0)[0]?.source).toContain('D=C3=BCzeldi')
  })
})

test('what was told a quarter of a year ago is forgotten, what is younger stays', async () => {
  const firm = await t.firm()
  const person = await t.person('operator', firm, { channels: by('app') })
  await raised(firm)
  await t.pass(60)
  const kept = async () =>
    (
      await t.database.query<{ turn: number }>('select turn from tellings where user_id = $1 order by turn', [person])
    ).rows.map(({ turn }) => turn)
  expect(await kept()).toEqual([0, 1])
  t.clock.advance(86_400_001)
  await t.notifications.sweep()
  // What reminded of it goes after a day.
  expect(await kept()).toEqual([0])
  const lines = async () => (await t.centre(person)).data.length
  t.clock.advance(88 * 86_400_000)
  await t.notifications.sweep()
  expect(await lines()).toBe(1)
  t.clock.advance(2 * 86_400_000)
  await t.notifications.sweep()
  expect(await lines()).toBe(0)
})

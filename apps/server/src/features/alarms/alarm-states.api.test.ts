import { ROLE_PERMISSIONS, type RoleName } from '@dalyan/contracts/permissions'
import { describe, expect, test } from 'vitest'
import { acknowledgeAlarm, shelveAlarm, unshelveAlarm } from './alarm-actions.ts'
import { instantAt } from '../../core/clock.ts'
import { useAlarmStage, type AlarmStage } from '../../../tests/alarm-stage.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

let stage: AlarmStage
useAlarmStage((opened) => (stage = opened))

let people = 0
const newUser = async (role: RoleName) => {
  const { rows } = await stage.database.query<{ id: number }>(
    `insert into users (name, email, password_hash) values ('Ayşe', $1, 'x') returning id`,
    [`${(people += 1)}@example.test`],
  )
  return { id: rows[0]?.id ?? 0, name: 'Ayşe', firms: 'all' as const, permissions: new Set(ROLE_PERMISSIONS[role]) }
}

/** A tank with pH limits 7…8, critical above 9; `send` advances the clock by a second and stores one value. */
async function phTank(values: { delay?: number } = {}) {
  const tank = await stage.tank(await stage.template({ ph: { min: 7, max: 8, critical_max: 9 } }, values.delay ?? 0), 1)
  const send = async (ph: number) => {
    stage.clock.advance(1000)
    await stage.send({ terminal: tank.terminals[0] ?? 0, tank: tank.id, values: { ph } })
  }
  const rows = () => stage.rows(tank.id)
  /** The newest pH alarm. */
  const last = async () => (await rows()).filter(({ metric }) => metric === 'ph').at(-1)
  const id = async () => (await last())?.id ?? 0
  return { ...tank, send, rows, last, id, state: async () => (await last())?.state }
}

/** Advances the time without readings: only the alarm clock acts. */
async function pass(seconds: number): Promise<void> {
  stage.clock.advance(seconds * 1000)
  await stage.tick()
}

describe('an acknowledgement', () => {
  test('two operators who acknowledge at once leave one acknowledgement and one log entry', async () => {
    const [tank, one, other] = [await phTank(), await newUser('operator'), await newUser('admin')]
    await tank.send(8.1)
    const id = await tank.id()
    const both = await Promise.all([
      acknowledgeAlarm(stage.needs, id, one, null),
      acknowledgeAlarm(stage.needs, id, other, null),
    ])
    expect(both.map(({ state }) => state)).toEqual(['active_ack', 'active_ack'])
    expect(new Set(both.map(({ acknowledged_by }) => acknowledged_by?.id)).size).toBe(1)
    const { rows } = await stage.database.query<{ n: number }>(
      `select count(*) as n from tank_logs where event = 'alarm_acknowledged'`,
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('an acknowledgement covers the worst current value, whichever terminal reported last', async () => {
    const operator = await newUser('operator')
    const tank = await stage.tank(await stage.template({ ph: { min: 7, max: 8 } }), 2)
    const send = (pick: 0 | 1, ph: number) => {
      stage.clock.advance(1000)
      return stage.send({ terminal: tank.terminals[pick] ?? 0, tank: tank.id, values: { ph } })
    }
    await send(0, 8.9)
    await send(1, 8.1)
    const id = (await stage.rows(tank.id))[0]?.id ?? 0
    await acknowledgeAlarm(stage.needs, id, operator, null)
    await send(0, 8.9)
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_ack' }])
    await send(1, 9.16)
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_unack' }])
    expect(stage.notified()).toEqual(['raised', 'worse'])
  })
})

describe('the state table', () => {
  test('an active_unack alarm that is acknowledged becomes active_ack, and closed once it clears', async () => {
    const [tank, operator] = [await phTank(), await newUser('operator')]
    await tank.send(8.1)
    expect(stage.notified()).toEqual(['raised'])
    await acknowledgeAlarm(stage.needs, await tank.id(), operator, 'bakıyorum')
    expect(await tank.last()).toMatchObject({ state: 'active_ack', acknowledged_by: operator.id, note: 'bakıyorum' })
    await tank.send(7.5)
    expect(await tank.last()).toMatchObject({ state: 'closed', closed_at: instantAt(stage.clock.now()) })
    expect(stage.notified()).toEqual([])
  })

  test('an active_unack alarm that clears becomes rtn_unack, and closed once it is acknowledged', async () => {
    const [tank, operator] = [await phTank(), await newUser('operator')]
    await tank.send(8.1)
    await tank.send(7.5)
    expect(await tank.state()).toBe('rtn_unack')
    await acknowledgeAlarm(stage.needs, await tank.id(), operator, null)
    expect(await tank.state()).toBe('closed')
    expect(stage.notified()).toEqual(['raised'])
  })

  test('an active_ack alarm whose severity rises becomes active_unack and notifies again', async () => {
    const [tank, operator] = [await phTank(), await newUser('operator')]
    await tank.send(8.9)
    await acknowledgeAlarm(stage.needs, await tank.id(), operator, null)
    await tank.send(9.1)
    expect(await tank.last()).toMatchObject({ state: 'active_unack', severity: 'critical' })
    expect(stage.notified()).toEqual(['raised', 'graver'])
  })

  test('an alarm whose value oscillates around its critical limit notifies of the higher severity once', async () => {
    const tank = await phTank()
    for (const ph of [8.5, 9.1, 8.9, 9.1, 8.9, 9.2]) await tank.send(ph)
    expect(stage.notified()).toEqual(['raised', 'graver'])
    expect(await tank.state()).toBe('active_unack')
  })

  test('an active_ack alarm that worsens by 25 % of the span becomes active_unack and notifies again', async () => {
    const [tank, operator] = [await phTank(), await newUser('operator')]
    await tank.send(8.1)
    await acknowledgeAlarm(stage.needs, await tank.id(), operator, null)
    await tank.send(8.34)
    expect(await tank.state()).toBe('active_ack')
    await tank.send(8.36)
    expect(await tank.state()).toBe('active_unack')
    expect(stage.notified()).toEqual(['raised', 'worse'])
  })

  test.each([
    ['critical', 9.5, HOUR],
    ['warning', 8.5, 8 * HOUR],
  ] as const)(
    'an active_ack alarm, %s, becomes active_unack by the clock after its time, without new data, and notifies again',
    async (severity, ph, time) => {
      const [tank, operator] = [await phTank(), await newUser('operator')]
      await tank.send(ph)
      await acknowledgeAlarm(stage.needs, await tank.id(), operator, null)
      stage.notified()
      await pass(time - 1)
      expect(await tank.last()).toMatchObject({ state: 'active_ack', severity })
      stage.notified()
      await pass(1)
      expect(await tank.state()).toBe('active_unack')
      expect(stage.notified()).toEqual(['acknowledgement_over'])
      await pass(10)
      expect(stage.notified()).toEqual([])
    },
  )

  test('an rtn_unack alarm out again for the delay is active_unack with a new occurrence and out_since but the old raised_at', async () => {
    const tank = await phTank({ delay: 60 })
    await tank.send(8.1)
    await pass(60)
    const first = await tank.last()
    await tank.send(7.5)
    await tank.send(8.1)
    expect(await tank.state()).toBe('rtn_unack')
    const outSince = instantAt(stage.clock.now())
    await pass(59)
    expect(await tank.state()).toBe('rtn_unack')
    await pass(1)
    expect(await tank.rows()).toMatchObject([
      { id: first?.id, state: 'active_unack', occurrences: 2, out_since: outSince, raised_at: first?.raised_at },
    ])
    expect(stage.notified()).toEqual(['raised', 'out_again'])
  })

  test.each([
    ['not worse than its peak: not notified', 8.1, []],
    ['worse than its peak: notified', 8.2, ['out_again']],
  ])('an alarm closed ≤ 30 min ago that is out again reopens as active_ack, %s', async (_, ph, notified) => {
    const [tank, operator] = [await phTank(), await newUser('operator')]
    await tank.send(8.15)
    const id = await tank.id()
    await acknowledgeAlarm(stage.needs, id, operator, null)
    await tank.send(7.5)
    stage.notified()
    stage.clock.advance(30 * MINUTE * 1000 - 1000)
    await tank.send(ph)
    expect(await tank.last()).toMatchObject({ id, state: 'active_ack', closed_at: null, occurrences: 2 })
    expect(stage.notified()).toEqual(notified)
  })

  test('an alarm closed more than 30 min ago that is out again becomes a new alarm', async () => {
    const [tank, operator] = [await phTank(), await newUser('operator')]
    await tank.send(8.1)
    await acknowledgeAlarm(stage.needs, await tank.id(), operator, null)
    await tank.send(7.5)
    stage.clock.advance(30 * MINUTE * 1000)
    await tank.send(8.1)
    expect(await tank.rows()).toMatchObject([{ state: 'closed' }, { state: 'active_unack', occurrences: 1 }])
    expect(stage.notified()).toEqual(['raised', 'raised'])
  })
})

test('five occurrences within an hour set chattering: it notifies once, then counts', async () => {
  const tank = await phTank()
  for (let i = 0; i < 4; i += 1) for (const ph of [8.1, 7.5]) await tank.send(ph)
  expect(stage.notified()).toEqual(['raised', 'out_again', 'out_again', 'out_again'])
  for (let i = 0; i < 3; i += 1) for (const ph of [8.1, 7.5]) await tank.send(ph)
  expect(stage.notified()).toEqual(['chattering'])
  expect(await tank.last()).toMatchObject({ chattering: true, occurrences: 7 })
})

test('silence notifies once, and stale data never clear an excursion', async () => {
  const tank = await phTank()
  await tank.send(8.1)
  await stage.tick()
  stage.notified()
  await stage.pass(16 * MINUTE)
  expect(stage.notified()).toEqual(['raised'])
  expect(await tank.rows()).toMatchObject([
    { kind: 'high', state: 'active_unack' },
    { kind: 'silent', metric: null, severity: 'critical', state: 'active_unack' },
  ])
})

describe('shelving', () => {
  const shelved = async (ph: number, minutes: number) => {
    const [tank, admin] = [await phTank(), await newUser('admin')]
    await tank.send(ph)
    const id = await tank.id()
    await shelveAlarm(stage.needs, id, admin, { minutes, reason: 'sensör temizliği' })
    stage.notified()
    return { ...tank, admin, first: id }
  }

  test('a shelving covers tank, metric and side: the next alarm takes it over and no recipient is notified', async () => {
    const tank = await shelved(8.1, 120)
    await acknowledgeAlarm(stage.needs, tank.first, tank.admin, null)
    await tank.send(7.5)
    stage.clock.advance(40 * MINUTE * 1000)
    await tank.send(8.2)
    expect(await tank.rows()).toMatchObject([
      { id: tank.first, state: 'closed', shelved_until: null },
      { state: 'active_unack', shelve_reason: 'sensör temizliği', notified_at: null },
    ])
    expect(stage.notified()).toEqual([])
  })

  test('a shelving affects no other side and no other metric', async () => {
    const tank = await shelved(8.1, 120)
    await tank.send(6.5)
    expect(await tank.last()).toMatchObject({ kind: 'low', shelved_until: null })
    expect(stage.notified()).toEqual(['raised'])
  })

  test('a shelving outlasts the return and a new excursion of the same alarm, without a notification', async () => {
    const tank = await shelved(8.1, 120)
    for (const ph of [7.5, 8.4, 7.5, 8.5]) await tank.send(ph)
    expect(await tank.last()).toMatchObject({ id: tank.first, occurrences: 3, state: 'active_unack' })
    expect(stage.notified()).toEqual([])
  })

  test('a shelved alarm needs no new acknowledgement, neither by time nor by a worse value', async () => {
    const tank = await shelved(8.1, 12 * 60)
    await acknowledgeAlarm(stage.needs, tank.first, tank.admin, null)
    await tank.send(8.6)
    await pass(9 * HOUR)
    expect(await tank.state()).toBe('active_ack')
    expect(stage.notified()).not.toContain('worse')
  })

  test.each([
    ['of the alarm itself', [9.5]],
    ['of a new occurrence', [7.5, 9.5]],
  ])('a shelving ends when the severity %s rises: active_unack and notified', async (_, values) => {
    const tank = await shelved(8.1, 120)
    for (const ph of values) await tank.send(ph)
    expect(await tank.last()).toMatchObject({ state: 'active_unack', severity: 'critical', shelved_until: null })
    expect(stage.notified()).toHaveLength(1)
  })

  test('an alarm still active when its shelving ends becomes active_unack and notifies without new data', async () => {
    const tank = await shelved(8.1, 10)
    await acknowledgeAlarm(stage.needs, tank.first, tank.admin, null)
    await pass(10 * MINUTE - 1)
    expect(await tank.state()).toBe('active_ack')
    await pass(1)
    expect(await tank.last()).toMatchObject({ state: 'active_unack', shelved_until: null, shelve_reason: null })
    expect(stage.notified()).toEqual(['shelving_over'])
  })

  test('a returned alarm whose shelving ends waits for its acknowledgement, without a notification', async () => {
    const tank = await shelved(8.1, 10)
    await tank.send(7.5)
    await pass(10 * MINUTE)
    expect(await tank.last()).toMatchObject({ state: 'rtn_unack', shelved_until: null })
    expect(stage.notified()).toEqual([])
  })

  test('a shelving that a user ends early has the same effect as one that expires', async () => {
    const tank = await shelved(8.1, 10)
    stage.clock.advance(1000)
    expect(await unshelveAlarm(stage.needs, tank.first, tank.admin)).toMatchObject({
      state: 'active_unack',
      shelved_until: null,
    })
    expect(stage.notified()).toEqual(['shelving_over'])
    await unshelveAlarm(stage.needs, tank.first, tank.admin)
    expect(stage.notified()).toEqual([])
  })

  test('a shelved silence alarm does not notify when its terminal falls silent again', async () => {
    const [tank, operator] = [await stage.tank(null), await newUser('operator')]
    await stage.send({ terminal: tank.terminals[0] ?? 0, tank: tank.id, values: { ph: 7.5 } })
    await stage.pass(16 * MINUTE)
    const [silence] = await stage.rows(tank.id)
    await shelveAlarm(stage.needs, silence?.id ?? 0, operator, { minutes: 60, reason: 'bakım' })
    stage.notified()
    await stage.send({ terminal: tank.terminals[0] ?? 0, tank: tank.id, values: { ph: 7.5 } })
    await stage.pass(16 * MINUTE)
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_unack', occurrences: 2 }])
    expect(stage.notified()).toEqual([])
  })

  test.each([
    ['operator', 8.1, 480, 481],
    ['operator', 9.5, 480, 481],
    ['admin', 9.5, 480, 481],
    ['admin', 8.1, 7 * 24 * 60, null],
  ] as const)('a shelving by %s at pH %d lasts at most %d minutes', async (role, ph, longest, tooLong) => {
    const [tank, by] = [await phTank(), await newUser(role)]
    await tank.send(ph)
    const shelve = async (minutes: number) =>
      shelveAlarm(stage.needs, await tank.id(), by, { minutes, reason: 'bakım' })
    expect(await shelve(longest)).toMatchObject({
      shelved_until: instantAt(stage.clock.now() + longest * MINUTE * 1000),
    })
    if (tooLong !== null) await expect(shelve(tooLong)).rejects.toMatchObject({ status: 422, code: 'shelved_too_long' })
  })
})

test('a failure to notify neither loses the reading nor the alarm', async () => {
  const tank = await phTank()
  stage.failToNotify(new Error('the queue is away'))
  await tank.send(8.1)
  expect(await tank.rows()).toMatchObject([{ state: 'active_unack' }])
  stage.failToNotify(null)
  expect(stage.notified()).toEqual([])
})

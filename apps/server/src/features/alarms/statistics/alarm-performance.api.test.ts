import type { AlarmPerformance } from '@dalyan/contracts/alarm-performance'
import { alarmStatisticsApi } from '@dalyan/contracts/alarm-statistics'
import { type AlarmKind, PERFORMANCE, SEVERITIES, type Severity } from '@dalyan/contracts/alarm-words'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenAlarm, givenTank, type GivenTank } from '../../../../tests/given-alarm.ts'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'
import type { TestUser } from '../../../../tests/test-users.ts'
import { instantAt } from '../../../core/clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let t: TestApp
let administrators = 0
beforeAll(async () => {
  t = await startTestApp()
  const admins = t.database.db.selectFrom('user_roles').where('role', '=', 'admin')
  administrators = (await admins.select('user_id').execute()).length
})
afterAll(() => t.close())

/** Times in epoch milliseconds; `cleared` null: still active. */
interface MadeOccurrence {
  at: number
  cleared: number | null
  acked: number | null
  ackedBy: number | null
  severity: Severity
}
interface MadeAlarm {
  tank: GivenTank
  terminal: { id: number; code: string }
  metric: MetricKey | null
  kind: AlarmKind
  isShelved: boolean
  occurrences: MadeOccurrence[]
}

/** Stores an alarm with all of its occurrences, the newest one in its own row. */
async function make({ tank, terminal, metric, kind, isShelved, occurrences }: MadeAlarm): Promise<number> {
  const newest = occurrences.at(-1)
  if (!newest) throw new Error('an alarm has at least one occurrence')
  const { at, cleared, acked, ackedBy, severity } = newest
  const times = (ms: number | null) => (ms === null ? null : instantAt(ms))
  const isOver = cleared !== null && acked !== null
  const id = await givenAlarm(t, tank, {
    terminal_id: terminal.id,
    metric,
    kind,
    severity,
    state: isOver ? 'closed' : cleared !== null ? 'rtn_unack' : acked === null ? 'active_unack' : 'active_ack',
    out_since: instantAt(at),
    raised_at: instantAt(occurrences[0]?.at ?? at),
    occurred_at: occurrences.slice(-5).map((one) => instantAt(one.at)),
    occurrences: occurrences.length,
    cleared_at: times(cleared),
    closed_at: isOver ? instantAt(Math.max(cleared, acked)) : null,
    acknowledged_at: times(acked),
    acknowledged_by: ackedBy,
    first_acknowledged_at: times(acked),
    first_acknowledged_by: ackedBy,
    shelved_until: isShelved ? instantAt(t.clock.now() + HOUR) : null,
  })
  const past = occurrences.slice(0, -1).map((one, index) => ({
    alarm_id: id,
    number: index + 1,
    tank_id: tank.id,
    metric,
    kind,
    severity: one.severity,
    value: null,
    peak: null,
    out_since: instantAt(one.at),
    raised_at: instantAt(one.at),
    cleared_at: instantAt(one.cleared ?? one.at),
    acknowledged_at: times(one.acked),
    acknowledged_by: one.ackedBy,
    first_acknowledged_at: times(one.acked),
    note: null,
  }))
  if (past.length > 0) await t.database.db.insertInto('alarm_occurrences').values(past).execute()
  return id
}

interface PlainWindow {
  from: number
  to: number
  createdAt: number
}

/** Computes every figure by loops over all alarms, without the operators. */
function plainly(alarms: readonly MadeAlarm[], { from, to, createdAt }: PlainWindow) {
  const all = alarms.flatMap((alarm) =>
    alarm.occurrences.map((one, index) => ({ ...one, alarm, isNewest: index === alarm.occurrences.length - 1 })),
  )
  const raised = all.filter(({ at }) => at >= from && at < to).toSorted((a, b) => a.at - b.at)
  const subjectOf = ({ tank, terminal, metric, kind }: MadeAlarm) => ({
    tank: { id: tank.id, code: tank.code, name: tank.name },
    iot: kind === 'silent' ? { id: terminal.id, code: terminal.code } : null,
    metric,
    kind,
  })
  const seconds = (ms: number) => Math.round(ms / 1000)
  const within = (start: number, ms: number) => raised.filter(({ at }) => at >= start && at <= start + ms)

  let worst: { from: string; raised: number } | null = null
  for (const { at } of raised) {
    const n = within(at, HOUR).length
    if (n > (worst?.raised ?? 0)) worst = { from: instantAt(at), raised: n }
  }

  const bySubject = Map.groupBy(raised, ({ alarm }) => JSON.stringify(subjectOf(alarm)))
  const subjects = [...bySubject].map(([key, ofOne]) => {
    let shortest = Infinity
    for (let last = 2; last < ofOne.length; last += 1) {
      shortest = Math.min(shortest, (ofOne[last]?.at ?? 0) - (ofOne[last - 2]?.at ?? 0))
    }
    return { subject: JSON.parse(key) as ReturnType<typeof subjectOf>, raised: ofOne.length, shortest }
  })
  const order = (of: ReturnType<typeof subjectOf>) =>
    [of.tank.code, of.metric ?? '~', of.kind, String(of.iot?.id ?? 0).padStart(9, '0')].join('|')
  const most = subjects.toSorted((a, b) => b.raised - a.raised || (order(a.subject) < order(b.subject) ? -1 : 1))
  const chattering = most.filter(({ shortest }) => shortest <= PERFORMANCE.chatteringMinutes * MINUTE)

  // Every second of the window that lies in ten minutes which begin with an alarm and hold at least ten.
  const floodMs = PERFORMANCE.floodMinutes * MINUTE
  const starts = raised.filter(({ at }) => within(at, floodMs).length >= PERFORMANCE.floodAlarms).map(({ at }) => at)
  const floods: { from: number; to: number }[] = []
  for (const at of starts) {
    const last = floods.at(-1)
    if (last && at <= last.to) last.to = at + floodMs
    else floods.push({ from: at, to: at + floodMs })
  }
  const shown = floods.map((flood) => {
    const members = raised.filter(({ at }) => at >= flood.from && at <= flood.to)
    return {
      from: instantAt(flood.from),
      to: instantAt(Math.min(flood.to, to)),
      raised: members.length,
      tanks: new Set(members.map(({ alarm }) => alarm.tank.id)).size,
      silent: members.filter(({ alarm }) => alarm.kind === 'silent').length,
    }
  })

  const stale = all
    .map((one) => ({
      ...one,
      lasted: Math.min(one.cleared ?? to, to) - one.at,
      isActive: (one.cleared ?? Infinity) > to,
    }))
    .filter(({ lasted, cleared }) => (cleared ?? Infinity) > from && lasted > PERFORMANCE.staleHours * HOUR)
    .toSorted((a, b) => Number(b.isActive) - Number(a.isActive) || b.lasted - a.lasted)

  const percentile = (values: readonly number[], part: number) => {
    if (values.length === 0) return null
    const position = (values.length - 1) * part
    const below = values[Math.floor(position)] ?? 0
    const above = values[Math.floor(position) + 1] ?? below
    return below + (above - below) * (position % 1)
  }
  const acknowledgements = SEVERITIES.map((severity) => {
    const ofOne = raised.filter((one) => one.severity === severity)
    const waits = ofOne.flatMap(({ at, acked }) => (acked === null ? [] : [acked - at])).toSorted((a, b) => a - b)
    const [median, p90] = [percentile(waits, 0.5), percentile(waits, 0.9)]
    return {
      severity,
      raised: ofOne.length,
      acknowledged: waits.length,
      waiting: ofOne.filter(({ isNewest, acked }) => isNewest && acked === null).length,
      overdue: ofOne.filter(({ isNewest, acked, at }) => isNewest && acked === null && at < t.clock.now() - HOUR)
        .length,
      median_seconds: median === null ? null : seconds(median),
      p90_seconds: p90 === null ? null : seconds(p90),
    }
  })

  const since = Math.max(from, Math.min(createdAt, ...raised.map(({ at }) => at), ...stale.map(({ at }) => at)))
  return {
    figures: {
      from: instantAt(from),
      to: instantAt(to),
      seconds: seconds(to - since),
      raised: raised.length,
      worst_hour: worst,
      frequent: most.slice(0, 10).map(({ subject, raised: n }) => ({ ...subject, raised: n })),
      chattering: {
        total: chattering.length,
        data: chattering
          .slice(0, 10)
          .map(({ subject, raised: n, shortest }) => ({ ...subject, raised: n, shortest_seconds: seconds(shortest) })),
      },
      stale: {
        total: stale.length,
        active: stale.filter(({ isActive }) => isActive).length,
        data: stale.slice(0, 10).map(({ alarm, severity, at, cleared }) => ({
          ...subjectOf(alarm),
          severity,
          raised_at: instantAt(at),
          cleared_at: cleared === null ? null : instantAt(cleared),
          is_shelved: alarm.isShelved,
        })),
      },
      acknowledgements,
      floods: {
        total: shown.length,
        seconds: seconds(floods.reduce((sum, flood) => sum + Math.min(flood.to, to) - flood.from, 0)),
        data: shown.toReversed().slice(0, 10),
      },
    } satisfies Omit<AlarmPerformance, 'operators'>,
    acknowledging: new Set(raised.flatMap(({ ackedBy }) => (ackedBy === null ? [] : [ackedBy]))).size,
  }
}

/** Random numbers below `n` that are the same in every run. */
function randomNumbers(seed: number) {
  let state = seed
  return (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

const performanceOf = async (user: TestUser, query: object) =>
  (await user.get(alarmStatisticsApi.performance, { query })).body

describe('alarm performance', () => {
  const METRICS = ['ph', 'orp', 'salinity', 'tank_temperature'] as const
  const OWN_TANKS = 6
  let own: MadeAlarm[]
  let foreign: MadeAlarm[]
  let foreignFirm: { id: number }
  let now: number
  let operators: TestUser[]
  beforeAll(async () => {
    now = t.clock.now()
    foreignFirm = await t.given.firm({ name: 'Başka firma' })
    operators = [t.as.operator, await t.someone({ role: 'operator', firm_id: t.ownFirm.id })]
    const random = randomNumbers(20_261_120)
    const userIds = (await t.database.db.selectFrom('users').select('id').execute()).map(({ id }) => id)
    const tanks: { tank: GivenTank; terminals: GivenTank['terminal'][] }[] = []
    for (let n = 0; n < 8; n += 1) {
      const tank = await givenTank(t, n < OWN_TANKS ? t.ownFirm.id : foreignFirm.id)
      tanks.push({ tank, terminals: [tank.terminal, await t.given.terminal({ tank_id: tank.id })] })
    }
    await t.database.query(`update tanks set created_at = $1`, [instantAt(now - 20 * DAY)])
    // Alarms gather around some moments, so that there are floods; all times are full seconds.
    const moments = Array.from({ length: 12 }, () => now - random(20 * DAY))
    const made = tanks.flatMap(({ tank, terminals }) =>
      Array.from({ length: 45 }, (): MadeAlarm => {
        const kind = (['low', 'high', 'silent'] as const)[random(3)] ?? 'low'
        const near = random(2) === 0 ? (moments[random(moments.length)] ?? now) : now - random(20 * DAY)
        let at = near - 2 * DAY - random(8 * MINUTE)
        const isLong = random(12) === 0
        const occurrences = Array.from({ length: 1 + random(5) }, (): MadeOccurrence => {
          const started = Math.floor(at / 1000) * 1000
          const cleared = started + (isLong ? DAY + random(2 * DAY) : random(4 * MINUTE)) + 1000
          at = cleared + random(random(2) === 0 ? MINUTE : 3 * HOUR)
          const acked = random(4) === 0 ? null : started + random(40 * MINUTE)
          const ackedBy = acked === null ? null : (userIds[random(userIds.length)] ?? null)
          return { at: started, cleared, acked, ackedBy, severity: SEVERITIES[random(3)] ?? 'info' }
        })
        return {
          tank,
          terminal: terminals[random(2)] ?? tank.terminal,
          metric: kind === 'silent' ? null : (METRICS[random(METRICS.length)] ?? 'ph'),
          kind,
          isShelved: random(10) === 0,
          occurrences,
        }
      }),
    )
    // The newest occurrence is over, because a side has at most one open alarm; some of these are open.
    for (const { occurrences } of made) {
      const newest = occurrences.at(-1)
      if (newest) newest.acked ??= newest.at + MINUTE
    }
    for (const [n, metric] of METRICS.entries()) {
      const { tank } = tanks[n] ?? {}
      if (!tank) continue
      const at = now - (4 - n) * DAY + (n === 2 ? 2 * DAY - 30 * MINUTE : 0)
      const newest = { at, cleared: null, acked: n % 2 ? at + HOUR : null, ackedBy: null, severity: 'warning' as const }
      made.push({ tank, terminal: tank.terminal, metric, kind: 'high', isShelved: n === 1, occurrences: [newest] })
    }
    for (const alarm of made) await make(alarm)
    const ownTanks = new Set(tanks.slice(0, OWN_TANKS).map(({ tank }) => tank.id))
    own = made.filter(({ tank }) => ownTanks.has(tank.id))
    foreign = made.filter(({ tank }) => !ownTanks.has(tank.id))
  })

  test.each([
    ['the last three weeks', 21 * DAY, 0],
    ['ten days in between', 14 * DAY, 4 * DAY],
    ['a day', 3 * DAY, 2 * DAY],
  ])('every figure of %s equals a loop over all alarms', async (_, start, end) => {
    const window = { from: now - start, to: now - end, createdAt: now - 20 * DAY }
    const query = { from: instantAt(window.from), to: instantAt(window.to) }
    const { operators: of, ...figures } = await performanceOf(t.as.customer, query)
    const expected = plainly(own, window)
    expect(figures).toEqual(expected.figures)
    expect(of).toEqual({ total: administrators + 2, administrators, acknowledging: expected.acknowledging })
  })

  test('the random data have every kind of problem', async () => {
    const { figures } = plainly(own, { from: now - 21 * DAY, to: now, createdAt: now - 20 * DAY })
    expect(figures.raised).toBeGreaterThan(500)
    expect(figures.frequent).toHaveLength(10)
    for (const { total } of [figures.chattering, figures.stale, figures.floods]) expect(total).toBeGreaterThan(3)
    expect(figures.stale.active).toBeGreaterThan(0)
    expect(figures.acknowledgements).toContainEqual(expect.objectContaining({ waiting: 2, overdue: 1 }))
  })

  test('the performance covers the tanks of the caller’s firms only, and one tank or firm if the query names it', async () => {
    const window = { from: now - 21 * DAY, to: now, createdAt: now - 20 * DAY }
    const query = { from: instantAt(window.from), to: instantAt(window.to) }
    const { operators: ofAll, ...all } = await performanceOf(t.as.admin, query)
    expect(all).toEqual(plainly([...own, ...foreign], window).figures)
    const { operators: ofForeign, ...other } = await performanceOf(t.as.admin, { ...query, firm_id: foreignFirm.id })
    expect(other).toEqual(plainly(foreign, window).figures)
    expect([ofAll.total, ofForeign.total]).toEqual([administrators + 2, administrators])
    const tank = own[0]?.tank
    const { operators: _, ...ofTank } = await performanceOf(operators[1] ?? t.as.operator, {
      ...query,
      tank_id: tank?.id,
    })
    expect(ofTank).toEqual(
      plainly(
        own.filter((alarm) => alarm.tank === tank),
        window,
      ).figures,
    )
    expect(await performanceOf(t.as.customer, { ...query, firm_id: foreignFirm.id })).toMatchObject({
      seconds: null,
      raised: 0,
    })
  })
})

test('a firm above counts with its operators, a customer and a deleted user do not', async () => {
  const above = await t.given.firm()
  const below = await t.given.firm({ parent_id: above.id })
  await givenTank(t, below.id)
  const of = async () => (await performanceOf(t.as.admin, { firm_id: below.id })).operators
  expect(await of()).toEqual({ total: administrators, administrators, acknowledging: 0 })
  await t.someone({ role: 'operator', firm_id: above.id })
  await t.someone({ role: 'customer', firm_id: below.id })
  const gone = await t.someone({ role: 'operator', firm_id: below.id })
  expect((await of()).total).toBe(administrators + 2)
  await t.database.query('update users set deleted_at = now() where id = $1', [gone.id])
  expect((await of()).total).toBe(administrators + 1)
})

test('without data nothing is known; with data and without alarms the window begins with the first tank', async () => {
  const firm = await t.given.firm()
  const user = await t.someone({ role: 'operator', firm_id: firm.id })
  expect(await performanceOf(user, {})).toMatchObject({ seconds: null, raised: 0, worst_hour: null, frequent: [] })
  const tank = await givenTank(t, firm.id)
  expect((await performanceOf(user, {})).seconds).toBeNull()
  expect(await t.send(tank.terminal, { ph: 8 })).toBe(201)
  await t.database.query('update tanks set created_at = $2 where id = $1', [tank.id, instantAt(t.clock.now() - HOUR)])
  const known = await performanceOf(user, {})
  expect(known).toMatchObject({
    seconds: 3600,
    raised: 0,
    worst_hour: null,
    floods: { total: 0, seconds: 0, data: [] },
  })
  // The tank did not exist before that.
  const earlier = { from: instantAt(t.clock.now() - 3 * DAY), to: instantAt(t.clock.now() - 2 * DAY) }
  expect((await performanceOf(user, earlier)).seconds).toBeNull()
})

import type { AlarmKind } from '@dalyan/contracts/alarm-words'
import { alarmStatisticsApi, type AlarmFigures } from '@dalyan/contracts/alarm-statistics'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenAlarm, givenTank, type GivenTank } from '../../../../tests/given-alarm.ts'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'
import { instantAt } from '../../../core/clock.ts'
import type { AlarmRow } from '../../../core/database/schema-alarms.ts'

const MINUTE_MS = 60_000
const HOUR = 60
/** The window of the tests: the day that ended an hour ago, in minutes before now. */
const FROM = 25 * HOUR
const TO = HOUR

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const ago = (minutes: number) => instantAt(t.clock.now() - minutes * MINUTE_MS)
const WINDOW = () => ({ from: ago(FROM), to: ago(TO) })

/** An alarm in minutes before now; `past`: its earlier occurrences, raised as soon as they were out. */
interface GivenAlarm extends Partial<Pick<AlarmRow, 'kind' | 'severity' | 'state'>> {
  metric: MetricKey | null
  out: number
  raised?: number
  back?: number
  acked?: number
  shelvedFor?: number
  past?: [out: number, back: number, acked?: number][]
}

async function make(tank: GivenTank, made: GivenAlarm): Promise<number> {
  const { metric, out, raised = out, back, acked, shelvedFor, past = [], ...rest } = made
  const isOver = back !== undefined && acked !== undefined
  const id = await givenAlarm(t, tank, {
    metric,
    out_since: ago(out),
    raised_at: ago(past[0]?.[0] ?? raised),
    occurred_at: [...past.map(([from]) => ago(from)), ago(raised)],
    occurrences: past.length + 1,
    first_acknowledged_at: acked === undefined ? null : ago(acked),
    cleared_at: back === undefined ? null : ago(back),
    closed_at: isOver ? ago(Math.min(back, acked)) : null,
    acknowledged_at: acked === undefined ? null : ago(acked),
    shelved_until: shelvedFor === undefined ? null : ago(-shelvedFor),
    state: isOver ? 'closed' : back !== undefined ? 'rtn_unack' : acked === undefined ? 'active_unack' : 'active_ack',
    ...rest,
  })
  for (const [i, [from, to, signed]] of past.entries()) {
    const { kind = 'high', severity = 'warning' } = rest
    const signed_at = signed === undefined ? null : ago(signed)
    const of = { alarm_id: id, number: i + 1, tank_id: tank.id, metric, kind, severity, value: null, peak: null }
    const at = { out_since: ago(from), raised_at: ago(from), cleared_at: ago(to) }
    const ack = { acknowledged_at: signed_at, acknowledged_by: null, first_acknowledged_at: signed_at, note: null }
    await t.database.db
      .insertInto('alarm_occurrences')
      .values({ ...of, ...at, ...ack })
      .execute()
  }
  return id
}

/** Computes the same figures minute by minute and alarm by alarm. */
function plainly(tanks: readonly (readonly GivenAlarm[])[]): AlarmFigures {
  const all = tanks.flat()
  const occurrences = all.flatMap(({ past = [], out, raised: at = out, acked, ...made }) => [
    ...past.map(([from, , signed]) => ({ ...made, at: from, acked: signed })),
    { ...made, at, acked },
  ])
  const raised = occurrences.filter(({ at }) => at <= FROM && at > TO)
  const isOutAt = (minute: number, { out, back = -Infinity, past = [] }: GivenAlarm) =>
    [[out, back] as const, ...past].some(([from, to]) => minute <= from && minute > to)
  const seconds = (isCounted: (kind: AlarmKind) => boolean) => {
    let minutes = 0
    for (const ofTank of tanks) {
      for (let minute = FROM; minute > TO; minute -= 1) {
        if (ofTank.some((made) => isCounted(made.kind ?? 'high') && isOutAt(minute, made))) minutes += 1
      }
    }
    return minutes * 60
  }
  const waits = raised.flatMap(({ at, acked }) => (acked === undefined ? [] : [at - acked])).toSorted((a, b) => a - b)
  const percentile = (part: number) => {
    if (waits.length === 0) return null
    const position = (waits.length - 1) * part
    const [below = 0, above = below] = waits.slice(Math.floor(position))
    return Math.round((below + (above - below) * (position % 1)) * 60)
  }
  const count = (of: (made: Pick<GivenAlarm, 'severity' | 'kind'>) => boolean) => raised.filter(of).length
  const isOver = ({ back, acked }: GivenAlarm) => back !== undefined && acked !== undefined
  return {
    raised: raised.length,
    critical: count(({ severity = 'warning' }) => severity === 'critical'),
    warning: count(({ severity = 'warning' }) => severity === 'warning'),
    info: count(({ severity = 'warning' }) => severity === 'info'),
    low: count(({ kind = 'high' }) => kind === 'low'),
    high: count(({ kind = 'high' }) => kind === 'high'),
    silent: count(({ kind }) => kind === 'silent'),
    out_seconds: seconds((kind) => kind === 'low' || kind === 'high'),
    silent_seconds: seconds((kind) => kind === 'silent'),
    quality_seconds: seconds((kind) => kind === 'fault' || kind === 'out_of_water'),
    acknowledged: waits.length,
    ack_median_seconds: percentile(0.5),
    ack_p90_seconds: percentile(0.9),
    open: all.filter((made) => !isOver(made) && made.shelvedFor === undefined).length,
    shelved: all.filter(({ shelvedFor }) => shelvedFor !== undefined).length,
  }
}

const FIRST: GivenAlarm[] = [
  // Two values out at the same time: the tank's time counts once.
  { metric: 'ph', out: 20 * HOUR, raised: 20 * HOUR - 2, back: 18 * HOUR, acked: 19 * HOUR, severity: 'critical' },
  { metric: 'orp', kind: 'low', out: 19 * HOUR, back: 17 * HOUR, acked: 17 * HOUR + 30 },
  // Crosses both edges of the window.
  { metric: 'salinity', out: 30 * HOUR, back: 24 * HOUR, acked: 29 * HOUR },
  { metric: 'salinity', kind: 'low', out: 2 * HOUR, back: 30, acked: 29 },
  // Still open, and open but shelved.
  { metric: 'conductivity', out: 3 * HOUR, severity: 'info' },
  { metric: 'tank_temperature', out: 5 * HOUR, acked: 4 * HOUR, shelvedFor: 60 },
  // Returned twice: three occurrences of one alarm, with the first and the last acknowledged.
  {
    metric: 'cabinet_humidity',
    out: 10 * HOUR,
    back: 9 * HOUR,
    acked: 9 * HOUR + 10,
    past: [
      [15 * HOUR, 14 * HOUR, 14 * HOUR + 50],
      [13 * HOUR, 12 * HOUR],
    ],
  },
  { metric: null, kind: 'silent', out: 12 * HOUR, back: 11 * HOUR, acked: 11 * HOUR },
  // About sensors, two at the same time.
  { metric: 'ph', kind: 'fault', out: 8 * HOUR, back: 6 * HOUR, acked: 6 * HOUR, past: [[23 * HOUR, 22 * HOUR]] },
  { metric: 'conductivity', kind: 'out_of_water', out: 7 * HOUR, back: 5 * HOUR, acked: 5 * HOUR },
]
const SECOND: GivenAlarm[] = [
  // Raised at the first instant, which counts, and at the last, which does not.
  { metric: 'ph', out: FROM + 10, raised: FROM, back: FROM - 10, acked: FROM - 7 },
  { metric: 'ph', kind: 'low', out: TO + 5, raised: TO },
  // Before and after the window.
  { metric: 'orp', out: 40 * HOUR, back: 39 * HOUR, acked: 39 * HOUR },
  { metric: 'orp', kind: 'low', out: 20, back: 10, acked: 5 },
]
const ELSEWHERE: GivenAlarm[] = [{ metric: 'ph', out: 10 * HOUR, severity: 'critical' }]

describe('alarm statistics', () => {
  let first: GivenTank
  let second: GivenTank
  let elsewhere: GivenTank
  let foreign: { id: number; code: string; name: string }
  beforeAll(async () => {
    foreign = await t.given.firm({ name: 'Başka firma' })
    first = await givenTank(t)
    second = await givenTank(t)
    elsewhere = await givenTank(t, foreign.id)
    for (const made of FIRST) await make(first, made)
    for (const made of SECOND) await make(second, made)
    for (const made of ELSEWHERE) await make(elsewhere, made)
  })

  const summary = async (query: object = {}, user = t.as.customer) =>
    (await user.get(alarmStatisticsApi.summary, { query: { ...WINDOW(), ...query } })).body
  const list = async (query: object = {}, user = t.as.customer) =>
    (await user.get(alarmStatisticsApi.list, { query: { ...WINDOW(), ...query } })).body

  test('the statistics equal a count minute by minute, with window edges, overlaps, sensors, open, shelved and reopened alarms', async () => {
    const { from, to, days, metrics, ...figures } = await summary()
    expect({ from, to }).toEqual(WINDOW())
    expect(figures).toEqual(plainly([FIRST, SECOND]))
    expect(figures).toMatchObject({ raised: 13, critical: 1, silent: 1, open: 2, shelved: 1 })
    expect(days.length + metrics.length).toBeGreaterThan(0)
  })

  test('the statistics of one tank equal its line in the list by tank, which begins with the most alarms', async () => {
    const { from, to, days, metrics, ...figures } = await summary({ tank_id: second.id })
    expect(figures).toEqual(plainly([SECOND]))
    expect([from, to, days.length > 0, metrics.length]).toEqual([ago(FROM), ago(TO), true, 1])
    const of = ({ id, code, name }: GivenTank) => ({ id, code, name })
    const page = await list()
    expect(page.data).toEqual([
      { id: first.id, of: of(first), ...plainly([FIRST]) },
      { id: second.id, of: of(second), ...plainly([SECOND]) },
    ])
    expect((await list({ page: 2, per_page: 1 })).data.map(({ id }) => id)).toEqual([second.id])
    expect((await list({ page: 9 })).total).toBe(2)
  })

  test('an administrator sees the statistics of all firms, other users those of their own', async () => {
    const byFirm = await list({ by: 'firm', sort: [{ field: 'critical', descending: true }] }, t.as.admin)
    expect(byFirm.data).toEqual([
      { id: t.ownFirm.id, of: t.ownFirm, ...plainly([FIRST, SECOND]) },
      { id: foreign.id, of: foreign, ...plainly([ELSEWHERE]) },
    ])
    expect((await list({ by: 'firm' })).data.map(({ id }) => id)).toEqual([t.ownFirm.id])
    expect((await summary({ firm_id: foreign.id }, t.as.admin)).raised).toBe(1)
    expect(await summary({ firm_id: foreign.id })).toMatchObject({ raised: 0, out_seconds: 0, open: 0, metrics: [] })
    expect((await list({ tank_id: elsewhere.id })).data).toEqual([])
  })

  test('tanks without a firm have a line of their own', async () => {
    const nobodys = { ...(await t.given.tank()), terminal: await t.given.terminal() }
    const id = await make(nobodys, { metric: 'ph', out: 2 * HOUR })
    const rows = (await list({ by: 'firm', sort: [{ field: 'id', descending: false }] }, t.as.admin)).data
    expect(rows[0]).toMatchObject({ id: 0, of: null, raised: 1, open: 1 })
    await t.database.db.deleteFrom('alarms').where('id', '=', id).execute()
  })

  test('the statistics list every day of Istanbul, also days without an alarm', async () => {
    const { days } = await summary({ from: '2024-03-01T00:00:00+03:00', to: '2024-03-04T00:00:00+03:00' })
    expect(days.map(({ day }) => day)).toEqual(['2024-03-01', '2024-03-02', '2024-03-03'])
    const night = await givenAlarm(t, first, {
      raised_at: '2024-03-01T21:30:00.000Z',
      state: 'closed',
      severity: 'critical',
    })
    const after = await summary({ from: '2024-03-01T00:00:00+03:00', to: '2024-03-04T00:00:00+03:00' })
    expect(after.days[1]).toEqual({ day: '2024-03-02', critical: 1, warning: 0, info: 0 })
    await t.database.db.deleteFrom('alarms').where('id', '=', night).execute()
  })

  test('the statistics list the time of each metric, and silence of terminals under no metric', async () => {
    const { metrics } = await summary()
    expect(metrics).toHaveLength(new Set([...FIRST, ...SECOND].map(({ metric }) => metric)).size)
    expect(metrics.find(({ metric }) => metric === 'cabinet_humidity')).toEqual({
      metric: 'cabinet_humidity',
      raised: 3,
      out_seconds: 3 * 3600,
    })
    expect(metrics.find(({ metric }) => metric === null)).toEqual({ metric: null, raised: 1, out_seconds: 0 })
  })

  test('statistics without a window cover the last thirty days', async () => {
    const { body } = await t.as.customer.get(alarmStatisticsApi.summary)
    expect([body.from, body.to]).toEqual([ago(30 * 24 * HOUR), ago(0)])
    // An open excursion counts up to now, not beyond.
    const beyond = await summary({ from: ago(60), to: ago(-60), tank_id: second.id })
    expect(beyond.out_seconds).toBe(60 * 60)
  })

  test('an invalid window is refused at its field', async () => {
    const refused = async (query: object) => {
      const { status, body } = await t.as.admin.get(alarmStatisticsApi.summary, { query })
      return [status, Object.keys((body as { errors?: object }).errors ?? {})]
    }
    expect(await refused({ from: ago(1), to: ago(2) })).toEqual([422, ['to']])
    expect(await refused({ from: ago(-1) })).toEqual([422, ['from']])
    expect(await refused({ from: ago(367 * 24 * HOUR) })).toEqual([422, ['from']])
    expect(await refused({ tank_id: 'x' })).toEqual([422, ['tank_id']])
  })
})

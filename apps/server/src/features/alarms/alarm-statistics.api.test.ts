import { alarmsApi } from '@dalyan/contracts/alarms'
import { alarmStatisticsApi, type AlarmFigures } from '@dalyan/contracts/alarm-statistics'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenAlarm, givenTank, type GivenTank } from '../../../tests/given-alarm.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { instantAt } from '../../core/clock.ts'
import type { AlarmRow } from '../../core/database/schema-alarms.ts'
import { alarmRowsRepository } from './alarm-rows.repository.ts'

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

/** An alarm in minutes before now; `past`: earlier spans of it. */
interface Made extends Partial<Pick<AlarmRow, 'kind' | 'severity' | 'occurrences' | 'state'>> {
  metric: MetricKey | null
  out: number
  raised?: number
  back?: number
  acked?: number
  shelvedFor?: number
  past?: [out: number, back: number][]
}

async function make(tank: GivenTank, made: Made): Promise<number> {
  const { metric, out, raised = made.past?.[0]?.[0] ?? out, back, acked, shelvedFor, past = [], ...rest } = made
  const isOver = back !== undefined && acked !== undefined
  const id = await givenAlarm(t, tank, {
    metric,
    out_since: ago(out),
    raised_at: ago(raised),
    cleared_at: back === undefined ? null : ago(back),
    closed_at: isOver ? ago(Math.min(back, acked)) : null,
    acknowledged_at: acked === undefined ? null : ago(acked),
    shelved_until: shelvedFor === undefined ? null : ago(-shelvedFor),
    state: isOver ? 'closed' : back !== undefined ? 'rtn_unack' : acked === undefined ? 'active_unack' : 'active_ack',
    ...rest,
  })
  for (const [from, to] of past) {
    const span = `[${ago(from)},${ago(to)})`
    const { kind = 'high' } = rest
    await t.database.db
      .insertInto('alarm_past_spans')
      .values({ alarm_id: id, tank_id: tank.id, metric, kind, span })
      .execute()
  }
  return id
}

/** The same figures, minute by minute and alarm by alarm. */
function plainly(tanks: readonly (readonly Made[])[]): AlarmFigures {
  const all = tanks.flat()
  const raisedAt = ({ raised, past, out }: Made) => raised ?? past?.[0]?.[0] ?? out
  const raised = all.filter((made) => raisedAt(made) <= FROM && raisedAt(made) > TO)
  const isOutAt = (minute: number, { out, back = -Infinity, past = [] }: Made) =>
    [[out, back] as const, ...past].some(([from, to]) => minute <= from && minute > to)
  const minutes = (isSilence: boolean) => {
    let sum = 0
    for (const ofTank of tanks) {
      for (let minute = FROM; minute > TO; minute -= 1) {
        if (ofTank.some((made) => (made.kind === 'silent') === isSilence && isOutAt(minute, made))) sum += 1
      }
    }
    return sum
  }
  const waits = raised
    .flatMap((made) => (made.acked === undefined ? [] : [raisedAt(made) - made.acked]))
    .toSorted((a, b) => a - b)
  const percentile = (part: number) => {
    if (waits.length === 0) return null
    const place = (waits.length - 1) * part
    const [below = 0, above = below] = waits.slice(Math.floor(place))
    return Math.round((below + (above - below) * (place % 1)) * 60)
  }
  const count = (of: (made: Made) => boolean) => raised.filter(of).length
  const isOver = ({ back, acked }: Made) => back !== undefined && acked !== undefined
  return {
    raised: raised.length,
    critical: count(({ severity = 'warning' }) => severity === 'critical'),
    warning: count(({ severity = 'warning' }) => severity === 'warning'),
    info: count(({ severity = 'warning' }) => severity === 'info'),
    low: count(({ kind = 'high' }) => kind === 'low'),
    high: count(({ kind = 'high' }) => kind === 'high'),
    silent: count(({ kind }) => kind === 'silent'),
    occurrences: raised.reduce((sum, { occurrences = 1 }) => sum + occurrences, 0),
    out_seconds: minutes(false) * 60,
    silent_seconds: minutes(true) * 60,
    acknowledged: waits.length,
    ack_median_seconds: percentile(0.5),
    ack_p90_seconds: percentile(0.9),
    open: all.filter((made) => !isOver(made) && made.shelvedFor === undefined).length,
    shelved: all.filter(({ shelvedFor }) => shelvedFor !== undefined).length,
  }
}

const FIRST: Made[] = [
  // Two values out at the same time: the tank's time counts once.
  { metric: 'ph', out: 20 * HOUR, raised: 20 * HOUR - 2, back: 18 * HOUR, acked: 19 * HOUR, severity: 'critical' },
  { metric: 'orp', kind: 'low', out: 19 * HOUR, back: 17 * HOUR, acked: 17 * HOUR + 30 },
  // Over both edges of the window.
  { metric: 'salinity', out: 30 * HOUR, back: 24 * HOUR, acked: 29 * HOUR },
  { metric: 'salinity', kind: 'low', out: 2 * HOUR, back: 30, acked: 29 },
  // Still open, and open but put aside.
  { metric: 'conductivity', out: 3 * HOUR, severity: 'info' },
  { metric: 'tank_temperature', out: 5 * HOUR, acked: 4 * HOUR, shelvedFor: 60 },
  // Came back twice: three spans of one alarm, acknowledged once.
  {
    metric: 'cabinet_humidity',
    out: 10 * HOUR,
    back: 9 * HOUR,
    acked: 14 * HOUR + 50,
    occurrences: 3,
    past: [
      [15 * HOUR, 14 * HOUR],
      [13 * HOUR, 12 * HOUR],
    ],
  },
  { metric: null, kind: 'silent', out: 12 * HOUR, back: 11 * HOUR, acked: 11 * HOUR },
]
const SECOND: Made[] = [
  // Raised at the very first instant, which counts, and at the very last, which does not.
  { metric: 'ph', out: FROM + 10, raised: FROM, back: FROM - 10, acked: FROM - 7 },
  { metric: 'ph', kind: 'low', out: TO + 5, raised: TO },
  // Before and after the window.
  { metric: 'orp', out: 40 * HOUR, back: 39 * HOUR, acked: 39 * HOUR },
  { metric: 'orp', kind: 'low', out: 20, back: 10, acked: 5 },
]
const ELSEWHERE: Made[] = [{ metric: 'ph', out: 10 * HOUR, severity: 'critical' }]

describe('the statistics of alarms', () => {
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

  const summary = async (query: object = {}, person = t.as.customer) =>
    (await person.get(alarmStatisticsApi.summary, { query: { ...WINDOW(), ...query } })).body
  const list = async (query: object = {}, person = t.as.customer) =>
    (await person.get(alarmStatisticsApi.list, { query: { ...WINDOW(), ...query } })).body

  test('are what counting minute by minute gives, over window edges, overlaps, open, shelved and reopened ones', async () => {
    const { from, to, days, metrics, ...figures } = await summary()
    expect({ from, to }).toEqual(WINDOW())
    expect(figures).toEqual(plainly([FIRST, SECOND]))
    expect(figures).toMatchObject({ raised: 8, critical: 1, silent: 1, open: 2, shelved: 1 })
    expect(days.length + metrics.length).toBeGreaterThan(0)
  })

  test('of one tank, and by tank: the same, the most alarming first', async () => {
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

  test('by firm: whoever runs it sees all, the others their own', async () => {
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

  test('tanks of no firm are a line of their own', async () => {
    const nobodys = { ...(await t.given.tank()), terminal: await t.given.terminal() }
    const id = await make(nobodys, { metric: 'ph', out: 2 * HOUR })
    const rows = (await list({ by: 'firm', sort: [{ field: 'id', descending: false }] }, t.as.admin)).data
    expect(rows[0]).toMatchObject({ id: 0, of: null, raised: 1, open: 1 })
    await t.database.db.deleteFrom('alarms').where('id', '=', id).execute()
  })

  test('days are those of Istanbul, also those without an alarm', async () => {
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

  test('by metric: the time of each, and silence of whole terminals as none', async () => {
    const { metrics } = await summary()
    expect(metrics).toHaveLength(METRIC_KEYS.length - 3 + 1)
    expect(metrics.find(({ metric }) => metric === 'cabinet_humidity')).toEqual({
      metric: 'cabinet_humidity',
      raised: 1,
      out_seconds: 3 * 3600,
    })
    expect(metrics.find(({ metric }) => metric === null)).toEqual({ metric: null, raised: 1, out_seconds: 0 })
  })

  test('without a window: the last thirty days', async () => {
    const { body } = await t.as.customer.get(alarmStatisticsApi.summary)
    expect([body.from, body.to]).toEqual([ago(30 * 24 * HOUR), ago(0)])
    // What is out still counts to now, not beyond it.
    const beyond = await summary({ from: ago(60), to: ago(-60), tank_id: second.id })
    expect(beyond.out_seconds).toBe(60 * 60)
  })

  test('a window that is none is refused at its name', async () => {
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

test('what an alarm’s row forgets is kept: the spans before it came back, and the first acknowledgement', async () => {
  const tank = await givenTank(t)
  const id = await make(tank, { metric: 'ph', out: 300 })
  const rows = alarmRowsRepository(t.database)
  const change = async (part: Partial<AlarmRow>) => {
    const [row] = await rows.findByIds([id])
    if (row) await rows.save([{ ...row, ...part }])
  }
  const query = { tank_id: tank.id, from: ago(400), to: ago(0) }
  const figures = async () => (await t.as.operator.get(alarmStatisticsApi.summary, { query })).body
  await change({ state: 'active_ack', acknowledged_at: ago(290) })
  await change({ state: 'closed', cleared_at: ago(280), closed_at: ago(280) })
  expect(await figures()).toMatchObject({ out_seconds: 20 * 60, ack_median_seconds: 600 })
  const again = { state: 'active_ack', cleared_at: null, closed_at: null, out_since: ago(270), occurrences: 2 } as const
  await change(again)
  await change({ last_at: ago(260) })
  await change({ acknowledged_at: ago(100) })
  await change({ state: 'closed', cleared_at: ago(260), closed_at: ago(260) })
  expect(await figures()).toMatchObject({
    raised: 1,
    occurrences: 2,
    out_seconds: 30 * 60,
    acknowledged: 1,
    ack_median_seconds: 600,
  })
  // The list is as it was.
  const { body } = await t.as.operator.get(alarmsApi.list, { query: { tank_id: tank.id, status: 'closed' } })
  expect(body.data).toMatchObject([{ id, out_since: ago(270), cleared_at: ago(260) }])
})

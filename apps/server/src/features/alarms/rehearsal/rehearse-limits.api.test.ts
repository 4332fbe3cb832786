import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { RehearsalInput } from '@dalyan/contracts/rehearsal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAlarmStage, type AlarmStage } from '../../../../tests/alarm-stage.ts'
import { OPEN_HISTORY_GATES } from '../../../../tests/open-gates.ts'
import { instantAt } from '../../../core/clock.ts'
import { importHistory } from '../../measurements/import/import-history.ts'
import { staleAfterSeconds } from '../../terminals/silence-limit.rules.ts'
import { rehearseTank, type RehearsedTank } from './rehearsal.rules.ts'
import { rehearseLimits } from './rehearse-limits.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const PH = METRIC_KEYS.indexOf('ph')

let stage: AlarmStage
beforeAll(async () => {
  stage = await openAlarmStage()
})
afterAll(() => stage.close())

/** The same numbers from 0 to 1 in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const needs = () => ({ database: stage.database, clock: stage.clock, staleAfterSeconds })
const phReading = (terminal_id: number, tank_id: number, measured_at: number, ph: number) => ({
  terminal_id,
  tank_id,
  measured_at,
  received_at: measured_at,
  values: METRIC_KEYS.map((_, i) => (i === PH ? Math.fround(ph) : null)),
  clock_skew: false,
})

describe('against all readings', () => {
  const random = randomNumbers(7)
  let template = 0
  let tanks: RehearsedTank[] = []

  /** Three days of two terminals: a slow course with short excursions, gaps, a move, a mode, late readings, and an hour that is not rolled up. */
  beforeAll(async () => {
    const end = stage.clock.now()
    template = await stage.template({ ph: { min: 7, max: 8 } })
    const made = [await stage.tank(template, 2), await stage.tank(template), await stage.tank(template)]
    const start = end - 3 * DAY
    const readings = made.flatMap(({ id, terminals }) =>
      terminals.flatMap((terminal) => {
        let [level, step] = [7.5, 0]
        const moves = random() < 0.4
        const found = []
        for (
          let at = start + random() * MINUTE;
          at < end;
          at += MINUTE + (random() < 0.01 ? random() * 90 * MINUTE : 0)
        ) {
          step = step * 0.95 + (random() - 0.5) * 0.02
          level = 7.5 + (level - 7.5) * 0.995 + step
          const spike = random() < 0.003 ? (random() - 0.5) * 3 : 0
          if (!moves || at < end - DAY) found.push(phReading(terminal, id, Math.round(at), level + spike))
        }
        return found
      }),
    )
    const isLate = (at: number) => at > end - 2 * DAY && at < end - 2 * DAY + 20 * MINUTE
    await stage.database.query('update rollup_state set done_until = $1, mark_until = $1', [
      instantAt(Math.floor((end - 60 * MINUTE) / (15 * MINUTE)) * 15 * MINUTE),
    ])
    const importing = { database: stage.database, gates: OPEN_HISTORY_GATES }
    await importHistory({ ...importing, readings: readings.filter(({ measured_at }) => !isLate(measured_at)) })
    // Not rolled up again yet.
    await stage.send(
      ...readings
        .filter(({ measured_at }) => isLate(measured_at))
        .map(({ terminal_id, tank_id, measured_at, values }) => ({
          terminal: terminal_id,
          tank: tank_id,
          ago: (end - measured_at) / 1000,
          values: { ph: values[PH] ?? 0 },
        })),
    )
    const { rows: dirty } = await stage.database.query('select from rollup_dirty')
    expect(dirty.length).toBeGreaterThan(0)

    const [moved] = made[0]?.terminals ?? []
    await stage.database.query(
      'update terminal_assignments set from_at = $2, to_at = $3 where terminal_id = $1 and to_at is null',
      [moved, instantAt(start), instantAt(end - DAY)],
    )
    const mode = { from: instantAt(end - 2.5 * DAY), until: instantAt(end - 2.5 * DAY + 600 * MINUTE) }
    await stage.database.db
      .insertInto('tank_modes')
      .values({
        tank_id: made[1]?.id ?? 0,
        name: 'cleaning',
        metrics: ['ph'],
        started_at: mode.from,
        until: mode.until,
        is_over: true,
      })
      .execute()
    tanks = made.map(({ id, terminals }) => ({
      tank_id: id,
      values: readings
        .filter(({ tank_id }) => tank_id === id)
        .map(({ terminal_id, measured_at, values }) => ({ terminal_id, at: measured_at, value: values[PH] ?? 0 }))
        .sort((a, b) => a.at - b.at || a.terminal_id - b.terminal_id),
      departures: terminals
        .filter((terminal) => terminal === moved)
        .map((terminal_id) => ({ terminal_id, at: end - DAY })),
      held: id === made[1]?.id ? [mode] : [],
      staleAfterMs: () => staleAfterSeconds(null) * 1000,
    }))
  })

  test('100 random limits raise the same alarms with the readings of few buckets as with all readings', async () => {
    let alarmed = 0
    for (let i = 0; i < 100; i += 1) {
      const min = random() < 0.2 ? null : 6 + random() * 1.4
      const max = min !== null && random() < 0.2 ? null : 7.6 + random() * 1.4
      const limits = { metric: 'ph', min, max, delay_seconds: Math.floor(random() * 4) * 60 } satisfies RehearsalInput
      const all = tanks.map((tank) => rehearseTank(tank, limits, stage.clock.now()))
      const counts = all.map(({ alarms }) => alarms.length)
      const rehearsed = await rehearseLimits(needs(), template, limits, Infinity)
      expect(rehearsed, JSON.stringify(limits)).toMatchObject({
        tanks: 3,
        evaluated_tanks: 3,
        next: null,
        alarms: counts.reduce((sum, count) => sum + count),
        alarmed_tanks: counts.filter(Boolean).length,
      })
      expect(rehearsed.out_of_range_seconds).toBeCloseTo(
        all.reduce((sum, { out_ms }) => sum + out_ms / 1000, 0),
        3,
      )
      alarmed += Number(rehearsed.alarms > 0)
    }
    expect(alarmed).toBeGreaterThan(80)
  })

  test('a call that has no time left answers with some tanks, and the next one continues', async () => {
    const more = [...Array(12).keys()]
    for (const _ of more) await stage.tank(template)
    const limits = { metric: 'ph', min: 7.2, max: 7.8, delay_seconds: 0 } satisfies RehearsalInput
    const first = await rehearseLimits(needs(), template, limits, 0)
    expect(first).toMatchObject({ tanks: 15, evaluated_tanks: 10 })
    const second = await rehearseLimits(needs(), template, { ...limits, after: first.next ?? 0 }, 0)
    expect(second).toMatchObject({ tanks: 15, evaluated_tanks: 5, next: null })
    const atOnce = await rehearseLimits(needs(), template, limits, Infinity)
    expect(first.alarms + second.alarms).toBe(atOnce.alarms)
    expect(atOnce.newest).toHaveLength(Math.min(50, atOnce.alarms))
    expect(atOnce.newest.map(({ raised_at }) => raised_at)).toEqual(
      atOnce.newest
        .map(({ raised_at }) => raised_at)
        .toSorted()
        .toReversed(),
    )
  })
})

test('limits raise in a rehearsal what the server raised by them', async () => {
  const template = await stage.template({ ph: { min: 7, max: 8 } }, 90)
  const tank = await stage.tank(template)
  const [terminal = 0] = tank.terminals
  await stage.database.query('update terminals set expected_interval_seconds = 60 where id = $1', [terminal])
  const random = randomNumbers(11)
  for (let minute = 0; minute < 400; minute += 1) {
    await stage.pass(60)
    const ph = 7.5 + 0.6 * Math.sin((minute / 75) * 2 * Math.PI) + (random() - 0.5) * 0.2
    if (random() < 0.8) await stage.send({ terminal, tank: tank.id, values: { ph } })
    await stage.changeAlarms([tank.id], ({ state }) =>
      state === 'active_unack' || state === 'rtn_unack' ? { type: 'acknowledged', user_id: null, note: null } : null,
    )
  }
  const raised = (await stage.rows(tank.id)).filter(({ kind }) => kind !== 'silent')
  expect(raised.length).toBeGreaterThan(5)
  const rehearsed = await rehearseLimits(needs(), template, { metric: 'ph', min: 7, max: 8, delay_seconds: 90 })
  expect(rehearsed.newest.map(({ kind, peak }) => `${kind} ${peak.toFixed(3)}`).toReversed()).toEqual(
    raised
      .toSorted((a, b) => a.raised_at.localeCompare(b.raised_at))
      .map(({ kind, peak }) => `${kind} ${peak?.toFixed(3)}`),
  )
})

import { describe, expect, test } from 'vitest'
import { instantAt } from '../../../core/clock.ts'
import { rehearseTank, spansOf, type NearBucket, type RehearsedTank } from './rehearsal.rules.ts'

const START = Date.parse('2026-11-20T10:00:00.000Z')
const MINUTE = 60_000

/** pH values of one terminal, one a minute; null: no reading. */
const everyMinute = (...values: (number | null)[]) =>
  values.flatMap((value, i) => (value === null ? [] : [{ terminal_id: 1, at: START + i * MINUTE, value }]))

/** Rehearses pH 7…8 with a delay of 60 s on these values; times in minutes. */
function rehearsed(values: RehearsedTank['values'], given: Partial<RehearsedTank> = {}, delay_seconds = 60) {
  const tank = { tank_id: 1, values, departures: [], held: [], staleAfterMs: () => 2 * MINUTE, ...given }
  const until = (values.at(-1)?.at ?? START) + 60 * MINUTE
  const { alarms, out_ms } = rehearseTank(tank, { metric: 'ph', min: 7, max: 8, delay_seconds }, until)
  const minutes = (ms: number) => (ms - START) / MINUTE
  return {
    alarms: alarms.map(
      ({ kind, raised_at, cleared_at, peak }) =>
        `${kind} ${minutes(raised_at)}–${cleared_at === null ? '' : minutes(cleared_at)} ${peak}`,
    ),
    minutes: out_ms / MINUTE,
  }
}

describe('an alarm in a rehearsal', () => {
  test('is raised by the reading that is still out after the delay, and cleared by one inside by the deadband', () => {
    expect(rehearsed(everyMinute(7.5, 8.2, 8.5, 7.99, 7.9))).toEqual({ alarms: ['high 2–4 8.5'], minutes: 2 })
  })

  test('is not raised where the value returns before its delay', () => {
    expect(rehearsed(everyMinute(7.5, 8.2, 7.5, 6.9, 7.5), {}, 90)).toEqual({ alarms: [], minutes: 2 })
  })

  test('is raised by the clock while the value is not stale', () => {
    expect(rehearsed(everyMinute(7.5, 8.2, null, 7.5)).alarms).toEqual(['high 2–3 8.2'])
    expect(rehearsed(everyMinute(7.5, 8.2, null, null, null, 7.5), {}, 180).alarms).toEqual([])
  })

  test('that returns within 30 minutes is the same one, later it is another', () => {
    const inside = Array.from({ length: 29 }, () => 7.5)
    expect(rehearsed(everyMinute(8.2, 8.2, ...inside, 8.3, 8.3, 7.5)).alarms).toEqual(['high 1–33 8.3'])
    expect(rehearsed(everyMinute(8.2, 8.2, ...inside, 7.5, 7.5, 8.3, 8.3, 7.5)).alarms).toEqual([
      'high 1–2 8.2',
      'high 34–35 8.3',
    ])
  })

  test('that is active at the end of the window has no end', () => {
    expect(rehearsed(everyMinute(6.5, 6.4))).toEqual({ alarms: ['low 1– 6.4'], minutes: 3 })
  })

  test('of several terminals lasts until the last one is back, and their time out counts once', () => {
    const other = everyMinute(8.4, 8.4, 8.4, 7.5).map((value) => ({ ...value, terminal_id: 2 }))
    const values = [...everyMinute(8.2, 7.5, 7.5, 7.5), ...other].sort((a, b) => a.at - b.at)
    expect(rehearsed(values)).toEqual({ alarms: ['high 1–3 8.4'], minutes: 3 })
  })

  test('ends when the terminal that is out leaves the tank', () => {
    const values = everyMinute(8.2, 8.2)
    expect(rehearsed(values, { departures: [{ terminal_id: 1, at: START + 2 * MINUTE }] })).toEqual({
      alarms: ['high 1–2 8.2'],
      minutes: 2,
    })
  })

  test('is not raised while a mode holds the metric, but at its end', () => {
    const held = [{ from: instantAt(START), until: instantAt(START + 10 * MINUTE) }]
    expect(rehearsed(everyMinute(8.2, 8.2, 8.2, 7.5), { held }).alarms).toEqual([])
    const nine = Array.from({ length: 10 }, () => 8.2)
    expect(rehearsed(everyMinute(...nine, null, 7.5), { held }).alarms).toEqual(['high 10–11 8.2'])
  })
})

test('a value equal to its limit is inside, also where its stored form is a little larger', () => {
  const values = everyMinute(Math.fround(8.3), Math.fround(8.3))
  const tank = { tank_id: 1, values, departures: [], held: [], staleAfterMs: () => MINUTE }
  expect(rehearseTank(tank, { metric: 'ph', min: null, max: 8.3, delay_seconds: 0 }, START + 10 * MINUTE)).toEqual({
    alarms: [],
    out_ms: 0,
  })
})

describe('the readings that decide', () => {
  /** Near buckets by their number: `!` with a value out, `>n` followed by bucket n instead of the next one. */
  const spans = (...texts: string[]) =>
    spansOf(
      texts.map((text): NearBucket => {
        const [, number = '0', out, next] = /^(\d+)(!?)(?:>(\d+))?$/.exec(text) ?? []
        const at = (n: number) => n * 15 * MINUTE
        return {
          terminal_id: 1,
          from: at(Number(number)),
          is_beyond: out === '!',
          next: at(next === undefined ? Number(number) + 1 : Number(next)),
        }
      }),
    ).map(({ from, to }) => `${from / 15 / MINUTE}–${to / 15 / MINUTE}`)

  test('are none while no value is out', () => {
    expect(spans('1', '2', '5')).toEqual([])
  })
  test('reach from a value out to the first bucket that is inside by the deadband', () => {
    expect(spans('1', '2!', '3', '7')).toEqual(['2–5'])
  })
  test('continue after a gap with the next bucket that has values', () => {
    expect(spans('2!>9', '9', '20')).toEqual(['2–3', '9–11'])
  })
})

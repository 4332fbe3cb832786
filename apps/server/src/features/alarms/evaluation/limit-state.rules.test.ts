import { isActive } from '@dalyan/contracts/alarm-words'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  deadbandOf,
  dismiss,
  evaluateByClock,
  evaluateValue,
  release,
  type LimitState,
  type MetricLimits,
} from './limit-state.rules.ts'
import { dueEvent, transition, type AlarmEvent } from '../machine/alarm-machine.rules.ts'

const START = Date.parse('2026-11-20T10:00:00.000Z')
/** Seconds after ten o'clock. */
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString()
const MINUTES = 60

const LIMITS: MetricLimits = {
  min: 7,
  max: 8,
  critical_min: 6,
  critical_max: 9,
  severity: 'warning',
  delay_seconds: 0,
}

function limitOfPh(limits: Partial<MetricLimits> | null = {}, kind: LimitState['kind'] = 'high'): LimitState {
  return {
    tank_id: 1,
    metric: 'ph',
    kind,
    limits: limits && { ...LIMITS, ...limits },
    alarm: null,
    excursions: [],
    held: [],
    transitions: [],
  }
}

/** Evaluates values of one terminal, each at its own time. */
function feed(
  limitState: LimitState,
  values: readonly (readonly [seconds: number, value: number])[],
  terminal_id = 1,
): LimitState {
  return values.reduce(
    (now, [seconds, value]) =>
      evaluateValue(now, { terminal_id, value: Math.fround(value), at: at(seconds), refused: null }, at(seconds)),
    limitState,
  )
}

function after(limitState: LimitState, event: AlarmEvent | null, seconds: number): LimitState {
  const step = event && transition(limitState.alarm, event, at(seconds))
  return step ? { ...limitState, alarm: step.after } : limitState
}

function acknowledgedAt(limitState: LimitState, seconds: number, note: string | null = null): LimitState {
  const acknowledged = after(limitState, { type: 'acknowledged', user_id: 7, note }, seconds)
  return { ...acknowledged, alarm: acknowledged.alarm && { ...acknowledged.alarm, id: 1 } }
}

function aged(limitState: LimitState, seconds: number): LimitState {
  return after(limitState, limitState.alarm && dueEvent(limitState.alarm, at(seconds)), seconds)
}

const active_unack = () => feed(limitOfPh(), [[0, 8.1]])
const active_ack = () => acknowledgedAt(active_unack(), 10)
const rtn_unack = () => feed(active_unack(), [[60, 7.5]])
const closed = () => feed(active_ack(), [[60, 7.5]])

describe('a held metric', () => {
  const held = (state: LimitState, from: number, until: number): LimitState => ({
    ...state,
    held: [{ from: at(from), until: at(until) }],
  })

  test('raises no alarm while the mode lasts, by readings or by the clock', () => {
    const state = feed(held(limitOfPh(), 0, 1800), [
      [10, 8.5],
      [20, 9.5],
    ])
    expect(evaluateByClock(state, () => false, at(1799)).alarm).toBeNull()
  })

  test('raises when the mode ends with a value that is still out, since when it is out, without the worst value of the mode', () => {
    const state = feed(held(limitOfPh({ delay_seconds: 60 }), 0, 1800), [
      [10, 9.9],
      [1790, 8.2],
    ])
    expect(evaluateByClock(state, () => false, at(1800)).alarm).toMatchObject({
      state: 'active_unack',
      out_since: at(10),
      value: Math.fround(8.2),
      peak: Math.fround(8.2),
      severity: 'warning',
    })
  })

  test('raises nothing when the value came back before the end', () => {
    const state = feed(held(limitOfPh(), 0, 1800), [
      [10, 8.5],
      [1790, 7.5],
    ])
    expect(state.excursions).toEqual([])
    expect(evaluateByClock(state, () => false, at(1801)).alarm).toBeNull()
  })

  test.each([
    ['active_unack', active_unack],
    ['active_ack', active_ack],
  ] as const)(
    'an %s alarm stays as it is whatever is measured, and clears by the first value after the end',
    (_, alarm) => {
      const before = held(alarm(), 20, 1800)
      const during = feed(before, [
        [30, 9.9],
        [40, 7.5],
      ])
      expect(during).toEqual(before)
      expect(feed(during, [[1810, 7.5]]).alarm?.cleared_at).toBe(at(1810))
    },
  )

  test('a value that was measured in a mode and arrives after it raises nothing', () => {
    const state = held(limitOfPh(), 0, 1800)
    expect(evaluateValue(state, { terminal_id: 1, value: 9, at: at(100), refused: null }, at(2000)).alarm).toBeNull()
  })
})

describe('the state table of alarms', () => {
  test('an active_unack alarm that is acknowledged becomes active_ack', () => {
    expect(active_ack().alarm).toMatchObject({
      state: 'active_ack',
      acknowledged_at: at(10),
      acknowledged_by: 7,
      closed_at: null,
    })
  })
  test('an active_unack alarm that clears becomes rtn_unack', () => {
    expect(rtn_unack().alarm).toMatchObject({
      state: 'rtn_unack',
      cleared_at: at(60),
      closed_at: null,
    })
  })
  test('an active_ack alarm that clears is closed', () => {
    expect(closed().alarm).toMatchObject({
      state: 'closed',
      cleared_at: at(60),
      closed_at: at(60),
    })
  })
  test('an active_ack alarm whose severity rises becomes active_unack and notifies again', () => {
    const alarm = feed(acknowledgedAt(feed(limitOfPh({ max: 8, critical_max: 8.15 }), [[0, 8.1]]), 10), [
      [20, 8.2],
    ]).alarm
    expect(alarm).toMatchObject({ state: 'active_unack', severity: 'critical', notified_at: at(20) })
  })
  test('an active_ack alarm that worsens by 25 % of the span becomes active_unack and notifies again', () => {
    expect(feed(active_ack(), [[20, 8.34]]).alarm).toMatchObject({
      state: 'active_ack',
      notified_at: at(0),
      peak: Math.fround(8.34),
    })
    expect(feed(active_ack(), [[20, 8.35]]).alarm).toMatchObject({
      state: 'active_unack',
      notified_at: at(20),
    })
  })
  test('an active_ack alarm that worsens step by step is compared with its acknowledgement, not with the last value', () => {
    expect(
      feed(active_ack(), [
        [20, 8.2],
        [30, 8.3],
      ]).alarm?.state,
    ).toBe('active_ack')
    expect(
      feed(active_ack(), [
        [20, 8.2],
        [30, 8.3],
        [40, 8.4],
      ]).alarm?.state,
    ).toBe('active_unack')
  })
  test('a critical active_ack alarm becomes active_unack after 60 min and notifies again', () => {
    const critical = acknowledgedAt(feed(limitOfPh({ severity: 'critical' }), [[0, 8.1]]), 10)
    expect(aged(critical, 10 + 60 * MINUTES - 0.001).alarm?.state).toBe('active_ack')
    expect(aged(critical, 10 + 60 * MINUTES).alarm).toMatchObject({
      state: 'active_unack',
      notified_at: at(10 + 60 * MINUTES),
    })
  })
  test('an active_ack alarm that is not critical becomes active_unack after 8 h and notifies again', () => {
    expect(aged(active_ack(), 10 + 480 * MINUTES - 0.001).alarm?.state).toBe('active_ack')
    expect(aged(active_ack(), 10 + 480 * MINUTES).alarm).toMatchObject({
      state: 'active_unack',
      notified_at: at(10 + 480 * MINUTES),
    })
  })
  test('an rtn_unack alarm that is acknowledged is closed', () => {
    expect(acknowledgedAt(rtn_unack(), 90, 'bakıldı').alarm).toMatchObject({
      state: 'closed',
      closed_at: at(90),
      cleared_at: at(60),
      note: 'bakıldı',
    })
  })
  test('an rtn_unack alarm that is out again is active_unack with one more occurrence, a new out_since and the same raised_at', () => {
    const before = { ...rtn_unack().alarm, id: 5 }
    const alarm = feed({ ...rtn_unack(), alarm: { ...before } as LimitState['alarm'] }, [[90, 8.2]]).alarm
    expect(alarm).toMatchObject({
      id: 5,
      state: 'active_unack',
      occurrences: 2,
      out_since: at(90),
      raised_at: at(0),
      cleared_at: null,
      notified_at: at(90),
    })
  })
  test('an rtn_unack alarm that is out again waits for the delay', () => {
    const slow = feed(limitOfPh({ delay_seconds: 60 }), [
      [0, 8.1],
      [60, 8.1],
      [70, 7.5],
      [80, 8.1],
      [139, 8.1],
    ])
    expect(slow.alarm).toMatchObject({ state: 'rtn_unack', occurrences: 1 })
    expect(feed(slow, [[140, 8.1]]).alarm).toMatchObject({
      state: 'active_unack',
      occurrences: 2,
      out_since: at(80),
      raised_at: at(60),
    })
  })
  test('an alarm closed 30 min ago that is out again is the same active_ack alarm with one more occurrence, and does not notify', () => {
    const alarm = feed(closed(), [[60 + 30 * MINUTES, 8.1]]).alarm
    expect(alarm).toMatchObject({
      id: 1,
      state: 'active_ack',
      closed_at: null,
      cleared_at: null,
      occurrences: 2,
      notified_at: at(0),
    })
  })
  test('an alarm closed 30 min ago that is out again beyond its peak notifies', () => {
    expect(feed(closed(), [[120, 8.2]]).alarm).toMatchObject({
      id: 1,
      state: 'active_ack',
      notified_at: at(120),
      peak: Math.fround(8.2),
    })
  })
  test('an alarm closed more than 30 min ago that is out again becomes a new alarm', () => {
    const alarm = feed(closed(), [[60 + 30 * MINUTES + 0.001, 8.1]]).alarm
    expect(alarm).toMatchObject({
      id: 0,
      state: 'active_unack',
      occurrences: 1,
      acknowledged_at: null,
      raised_at: at(60 + 30 * MINUTES + 0.001),
    })
  })
})

describe('limits at equality', () => {
  test.each([
    ['high', 8, 8.01],
    ['low', 7, 6.99],
    ['high', 8.3, 8.31],
  ] as const)('%s: a value equal to its limit %d is inside', (side, limit, beyond) => {
    const limitState = limitOfPh(side === 'high' ? { max: limit } : { min: limit }, side)
    expect(feed(limitState, [[0, limit]]).alarm).toBeNull()
    expect(feed(limitState, [[0, beyond]]).alarm).toMatchObject({ kind: side, limit_value: limit })
  })
  test('a value equal to its critical limit is not critical', () => {
    expect(feed(limitOfPh(), [[0, 9]]).alarm?.severity).toBe('warning')
    expect(feed(limitOfPh(), [[0, 9.01]]).alarm?.severity).toBe('critical')
    expect(feed(limitOfPh({}, 'low'), [[0, 6]]).alarm?.severity).toBe('warning')
    expect(feed(limitOfPh({}, 'low'), [[0, 5.99]]).alarm?.severity).toBe('critical')
  })
  test('a value that is out for exactly the delay raises the alarm', () => {
    const out = feed(limitOfPh({ delay_seconds: 60 }), [
      [0, 8.1],
      [59.999, 8.2],
    ])
    expect(out.alarm).toBeNull()
    expect(feed(out, [[60, 8.15]]).alarm).toMatchObject({
      out_since: at(0),
      raised_at: at(60),
      last_at: at(60),
      peak: Math.fround(8.2),
    })
  })
  test.each([
    // 2 % of the span is 0.02, so the minimum counts: 0.05
    ['pH 7…8', {}, 7.96, 7.95],
    // 2 % of the span: 0.2
    ['pH 1…11', { min: 1, max: 11, critical_max: null, critical_min: null }, 10.81, 10.8],
    // at most 25 % of the span: 0.025
    ['pH 7.9…8', { min: 7.9, max: 8 }, 7.98, 7.975],
    // 2 % of the absolute limit where there is only one: 0.16
    ['pH …8', { min: null }, 7.85, 7.84],
  ] as const)('deadband of %s: a value at its edge has returned', (_, limits, holds, clears) => {
    const out = feed(limitOfPh(limits), [[0, (limits as Partial<MetricLimits>).max === 11 ? 11.5 : 8.1]])
    expect(feed(out, [[10, holds]]).alarm?.state).toBe('active_unack')
    expect(feed(out, [[10, clears]]).alarm?.state).toBe('rtn_unack')
  })
  test.each([
    ['tank_temperature', 0.2],
    ['ambient_temperature', 0.2],
    ['cabinet_temperature', 0.2],
    ['ambient_humidity', 2],
    ['cabinet_humidity', 2],
    ['ph', 0.05],
    ['salinity', 0.3],
    ['orp', 10],
    ['conductivity', 0.3],
  ] as const)('the minimum deadband of %s: %d', (metric, least) => {
    // One span of which 25 % exceeds the minimum, one of which 2 % is below it.
    expect(deadbandOf(metric, { ...LIMITS, min: 0, max: 8 * least })).toBe(least)
    expect(deadbandOf(metric, { ...LIMITS, min: 0, max: 2 * least })).toBe(least / 2)
    expect(deadbandOf(metric, { ...LIMITS, min: null, max: 0 })).toBe(least)
  })
  test.each([
    ['low', 6, 5.99],
    ['high', 9, 9.01],
  ] as const)('%s: a value beyond %d is critical, one equal to it is not', (side, limit, beyond) => {
    expect(feed(limitOfPh({}, side), [[0, limit]]).alarm?.severity).toBe('warning')
    expect(feed(limitOfPh({}, side), [[0, beyond]]).alarm?.severity).toBe('critical')
  })
  test('the deadband of a low alarm lies above its limit', () => {
    const out = feed(limitOfPh({}, 'low'), [[0, 6.5]])
    expect(feed(out, [[10, 7.04]]).alarm?.state).toBe('active_unack')
    expect(feed(out, [[10, 7.05]]).alarm?.state).toBe('rtn_unack')
  })
  test('five occurrences within exactly an hour are chattering: it notifies once, then counts', () => {
    const swing = (limitState: LimitState, seconds: number) =>
      feed(limitState, [
        [seconds, 8.1],
        [seconds + 1, 7.5],
      ])
    const four = [0, 15, 30, 45].reduce((limitState, minute) => swing(limitState, minute * MINUTES), limitOfPh())
    expect(four.alarm).toMatchObject({ occurrences: 4, chattering: false })
    expect(swing(four, 60 * MINUTES + 0.001).alarm).toMatchObject({
      occurrences: 5,
      chattering: false,
    })
    const five = swing(four, 60 * MINUTES)
    expect(five.alarm).toMatchObject({
      occurrences: 5,
      chattering: true,
      notified_at: at(60 * MINUTES),
    })
    expect(swing(five, 61 * MINUTES).alarm).toMatchObject({
      occurrences: 6,
      chattering: true,
      notified_at: at(60 * MINUTES),
    })
  })
})

describe('excursions', () => {
  test('a reading inside resets the delay of the same terminal', () => {
    expect(
      feed(limitOfPh({ delay_seconds: 60 }), [
        [0, 8.1],
        [30, 7.99],
        [50, 8.1],
        [109, 8.1],
      ]).alarm,
    ).toBeNull()
  })
  test('a reading inside does not reset the delay of another terminal', () => {
    const one = feed(limitOfPh({ delay_seconds: 60 }), [[0, 8.1]], 1)
    expect(feed(feed(one, [[30, 7.5]], 2), [[60, 8.1]], 1).alarm).toMatchObject({
      state: 'active_unack',
      terminal_id: 1,
    })
  })
  test('an alarm clears when every terminal that was out has returned', () => {
    const both = feed(feed(limitOfPh(), [[0, 8.1]], 1), [[5, 8.4]], 2)
    const oneBack = feed(both, [[10, 7.5]], 1)
    expect(oneBack.alarm).toMatchObject({ state: 'active_unack', occurrences: 1 })
    expect(feed(oneBack, [[20, 7.5]], 2).alarm).toMatchObject({
      state: 'rtn_unack',
      cleared_at: at(20),
      peak: Math.fround(8.4),
    })
  })
  test('a terminal that goes silent while out holds the alarm; one taken off the tank releases it with the reason', () => {
    const both = feed(feed(feed(limitOfPh(), [[0, 8.1]], 1), [[5, 8.4]], 2), [[10, 7.5]], 1)
    expect(isActive(evaluateByClock(both, () => true, at(9999)).alarm)).toBe(true)
    expect(release(both, 2, 'terminal_moved', at(30)).alarm).toMatchObject({
      state: 'rtn_unack',
      cleared_at: at(30),
      note: 'Terminal tanktan alındı.',
    })
  })
  test('releasing a terminal that was not out changes nothing', () => {
    const limitState = active_unack()
    expect(release(limitState, 99, 'terminal_moved', at(30))).toBe(limitState)
  })
  test('the clock raises an excursion that lasted for the delay, unless its value is stale', () => {
    const out = feed(limitOfPh({ delay_seconds: 60 }), [[0, 8.1]])
    expect(evaluateByClock(out, () => false, at(59.999)).alarm).toBeNull()
    expect(evaluateByClock(out, () => true, at(60)).alarm).toBeNull()
    expect(evaluateByClock(out, () => false, at(60)).alarm).toMatchObject({
      state: 'active_unack',
      out_since: at(0),
      last_at: at(0),
      raised_at: at(60),
    })
  })
  test('severity falls with the value while the peak stays', () => {
    const alarm = feed(limitOfPh(), [
      [0, 9.5],
      [10, 8.5],
    ]).alarm
    expect(alarm).toMatchObject({ severity: 'warning', value: 8.5, peak: 9.5, last_at: at(10) })
  })
  test('severity also falls while the value is inside the limit but within the deadband', () => {
    const alarm = feed(limitOfPh(), [
      [0, 9.5],
      [10, 7.99],
    ]).alarm
    expect(alarm).toMatchObject({ state: 'active_unack', severity: 'warning', value: 9.5, last_at: at(0) })
  })
  test('an older value of another terminal does not replace the newest value but may be the peak', () => {
    const alarm = feed(feed(limitOfPh(), [[20, 8.1]], 1), [[10, 8.5]], 2).alarm
    expect(alarm).toMatchObject({ value: Math.fround(8.1), last_at: at(20), peak: 8.5 })
  })
  test('an acknowledgement covers the value at that time, not an earlier peak', () => {
    const acknowledged = acknowledgedAt(
      feed(limitOfPh(), [
        [0, 8.6],
        [5, 8.1],
      ]),
      10,
    )
    expect(feed(acknowledged, [[20, 8.4]]).alarm?.state).toBe('active_unack')
  })
  test('a value that falls from above the limits to below them ends one alarm and begins another', () => {
    const high = feed(limitOfPh({}, 'high'), [
      [0, 8.5],
      [10, 6.5],
    ])
    const low = feed(limitOfPh({}, 'low'), [
      [0, 8.5],
      [10, 6.5],
    ])
    expect([high.alarm?.state, low.alarm?.state]).toEqual(['rtn_unack', 'active_unack'])
  })
  test('a limit that is no longer evaluated clears its alarm and adds the reason after the user’s note', () => {
    const alarm = dismiss(acknowledgedAt(active_unack(), 5, 'bakıyorum'), 'tank_suspended', at(30)).alarm
    expect(alarm).toMatchObject({
      state: 'closed',
      closed_at: at(30),
      note: 'bakıyorum\nTank askıya alındı.',
    })
  })
  test('no value is evaluated without limits', () => {
    expect(feed(limitOfPh(null), [[0, 99]]).alarm).toBeNull()
    expect(feed(limitOfPh({ max: null }), [[0, 14]]).alarm).toBeNull()
  })
})

describe('shelving', () => {
  const shelved = (until: number) => {
    const limitState = active_ack()
    return {
      ...limitState,
      alarm: limitState.alarm && { ...limitState.alarm, shelved_until: at(until), shelve_reason: 'temizlik' },
    }
  }
  test('a shelving ends when severity rises', () => {
    expect(feed(shelved(900), [[20, 9.5]]).alarm).toMatchObject({
      state: 'active_unack',
      shelved_until: null,
      shelve_reason: null,
    })
  })
  test('a shelved alarm needs no new acknowledgement', () => {
    expect(aged(shelved(600 * MINUTES), 500 * MINUTES).alarm?.state).toBe('active_ack')
  })
  test('an alarm still active when its shelving ends becomes active_unack and notifies', () => {
    expect(aged(shelved(900), 899).alarm).toMatchObject({
      state: 'active_ack',
      shelved_until: at(900),
    })
    expect(aged(shelved(900), 900).alarm).toMatchObject({
      state: 'active_unack',
      shelved_until: null,
      notified_at: at(900),
    })
  })
})

test('an alarm is active exactly while a terminal holds it, whatever the order of events and terminals', () => {
  const step = fc.record({
    terminal: fc.integer({ min: 1, max: 3 }),
    value: fc.double({ min: 6, max: 10, noNaN: true }),
    act: fc.constantFrom('evaluate', 'ack', 'release', 'clock'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.constantFrom(0, 20), (steps, delay_seconds) => {
      let limitState = limitOfPh({ delay_seconds })
      steps.forEach(({ terminal, value, act }, i) => {
        const now = at(i * 10)
        if (act === 'evaluate')
          limitState = evaluateValue(
            limitState,
            { terminal_id: terminal, value: Math.fround(value), at: now, refused: null },
            now,
          )
        if (act === 'ack') limitState = acknowledgedAt(limitState, i * 10)
        if (act === 'release') limitState = release(limitState, terminal, 'terminal_moved', now)
        if (act === 'clock') limitState = evaluateByClock(limitState, () => false, now)
        const holding = limitState.excursions.filter(({ holds }) => holds)
        expect(isActive(limitState.alarm)).toBe(holding.length > 0)
        expect(new Set(limitState.excursions.map(({ terminal_id }) => terminal_id)).size).toBe(
          limitState.excursions.length,
        )
        if (isActive(limitState.alarm)) expect(limitState.excursions.every(({ holds }) => holds)).toBe(true)
        expect(
          (limitState.alarm?.state === 'closed') === (limitState.alarm !== null && limitState.alarm.closed_at !== null),
        ).toBe(true)
      })
    }),
  )
})

import { perMetric } from '@dalyan/contracts/metrics'
import type { Tank, TerminalLatest } from '@dalyan/contracts/tanks'
import { describe, expect, test } from 'vitest'
import { given } from '../../../../tests/given.ts'
import { countStates, isSameReading, tankReadings, valueState } from './tank-reading.ts'

const measuredAt = (tank: Tank) => Date.parse(tank.last_measurement?.measured_at ?? '')
const reading = (tank: Tank, metric: string, ageMs = 8000) =>
  tankReadings(tank, measuredAt(tank) + ageMs).find((each) => each.metric === metric)

describe('a tank with several terminals', () => {
  const NOW = Date.now()
  const [first] = given.tank().iots
  const terminals = [214, 215].map((id) => ({ ...first, id, code: `T-0${id}` })) as Tank['iots']
  const tank = given.tank({ iots: terminals, ageSeconds: 5 })
  const said = (iot_id: number | null, ph: number, ageSeconds: number): TerminalLatest => {
    const measured_at = new Date(NOW - ageSeconds * 1000).toISOString()
    return { iot_id, measured_at, ...perMetric((key) => (key === 'ph' ? { value: ph, measured_at, iot_id } : null)) }
  }
  const ph = (...latest: TerminalLatest[]) => {
    const { value, terminal, state, isByHand } = tankReadings(tank, NOW, latest)[1] ?? {}
    return [value, state, terminal, isByHand]
  }

  test('shows the worst fresh value and names its terminal, though the other is newer', () => {
    expect(ph(said(214, 8.5, 60), said(215, 8, 1))).toEqual([8.5, 'high', 'T-0214', false])
    expect(ph(said(214, 8.5, 60), said(215, 7, 30))).toEqual([7, 'low', 'T-0215', false])
  })

  test('shows a fresh value inside rather than an old one out of range', () => {
    expect(ph(said(214, 8.5, 121), said(215, 8, 60))).toEqual([8, 'in', 'T-0215', false])
  })

  test('shows the newest value when all are inside, or all are old', () => {
    expect(ph(said(214, 8.1, 60), said(215, 8, 30))).toEqual([8, 'in', 'T-0215', false])
    expect(ph(said(214, 8.1, 300), said(215, 9, 400))).toEqual([8.1, 'stale', 'T-0214', false])
  })

  test('ignores terminals that are no longer on it, but not manual readings', () => {
    expect(ph(said(999, 9, 1), said(214, 8, 60))).toEqual([8, 'in', 'T-0214', false])
    expect(ph(said(null, 9, 1), said(214, 8, 60))).toEqual([9, 'high', null, true])
  })
})

test('an old value keeps the mark of its open alarm, the more severe of two', () => {
  const alarm = (id: number, kind: 'high' | 'silent', severity: 'warning' | 'critical') =>
    ({ id, metric: 'ph', kind, severity, state: 'active_unack' }) as const
  const open_alarms = [alarm(1, 'silent', 'warning'), alarm(2, 'high', 'critical')]
  const tank = given.tank({ values: { ph: 8.59 }, open_alarms })
  expect(reading(tank, 'ph', 121_000)?.alarm).toMatchObject({ kind: 'high', severity: 'critical' })
  expect(reading(tank, 'ph', 5_000)?.alarm).toBeNull()
  expect(reading(tank, 'orp', 121_000)?.alarm).toBeNull()
})

describe('the readings of a tank', () => {
  test('are in the order of screens and are counted', () => {
    const tank = given.tank({ values: { ph: 8.59 } })
    const readings = tankReadings(tank, measuredAt(tank))
    expect(readings.map((each) => each.metric).slice(0, 3)).toEqual(['tank_temperature', 'ph', 'salinity'])
    expect(countStates(readings)).toEqual({ outside: 1, inside: 2, stale: 0, wasOutside: 0 })
  })

  test('have distance and severity of a value above its limit', () => {
    expect(reading(given.tank({ values: { ph: 8.59 } }), 'ph')).toMatchObject({
      state: 'high',
      outside: { side: 'high', distance: expect.closeTo(0.29, 10), severity: 'critical' },
      measuredAt: expect.any(Number),
    })
    expect(reading(given.tank({ values: { ph: 8.3 } }), 'ph')).toMatchObject({ state: 'in', outside: null })
  })

  test('have the severity of the open alarm while there is one', () => {
    const open_alarms = [{ id: 1, metric: 'ph', kind: 'high', severity: 'info', state: 'active_ack' }] as const
    expect(reading(given.tank({ values: { ph: 8.59 }, open_alarms: [...open_alarms] }), 'ph')?.outside?.severity).toBe(
      'info',
    )
    expect(reading(given.tank({ values: { ph: 7 }, open_alarms: [...open_alarms] }), 'ph')?.outside?.severity).toBe(
      'critical',
    )
  })

  test('call a value stale at the threshold of its terminal, neither in nor out of range', () => {
    const tank = given.tank({ values: { ph: 8.59 } })
    expect(reading(tank, 'ph', 120_000)?.state).toBe('high')
    expect(reading(tank, 'ph', 120_001)).toMatchObject({
      state: 'stale',
      outside: null,
      wasOutside: 'high',
      value: 8.59,
    })
  })

  test('are the same until value, state, limits or severity change, whatever the time', () => {
    const tank = given.tank({ values: { ph: 8.2 } })
    const [before, later, stale] = [0, 5000, 200_000].map((age) => reading(tank, 'ph', age))
    const other = tankReadings(
      { ...tank, last_measurement: given.tank({ values: { ph: 8.21 } }).last_measurement },
      measuredAt(tank),
    )[1]
    if (!before || !later || !stale || !other) throw new Error('no pH')
    expect(isSameReading(before, later)).toBe(true)
    expect(isSameReading(before, stale)).toBe(false)
    expect(isSameReading(before, other)).toBe(false)
  })

  test('have no limits without a template, or with one that is switched off', () => {
    const { range_template } = given.tank()
    expect(reading(given.tank({ range_template: null }), 'ph')).toMatchObject({ state: 'none', limits: null, value: 8 })
    expect(
      reading(given.tank({ range_template: range_template && { ...range_template, active: false } }), 'ph')?.state,
    ).toBe('none')
  })

  test('have no value and no age without a measurement', () => {
    expect(tankReadings(given.tank({ last_measurement: null }), 0)[0]).toMatchObject({
      state: 'none',
      value: null,
      measuredAt: null,
    })
  })
})

describe('the state of a value', () => {
  const ph = { min: 7.5, max: 8.3 }
  test.each([
    ['inside', 8, 'in'],
    ['at the upper limit', 8.3, 'in'],
    ['at the lower limit', 7.5, 'in'],
    ['above', 8.31, 'high'],
    ['below', 7.49, 'low'],
  ])('%s is right', (_, value, state) => {
    expect(valueState(value, ph, false)).toBe(state)
  })

  test('is inside at its limit, also after both went through a 32-bit column', () => {
    expect(valueState(Math.fround(8.3), ph, false)).toBe('in')
    expect(valueState(8.3, { min: null, max: Math.fround(8.3) }, false)).toBe('in')
    expect(valueState(Math.fround(-0.1), { min: -0.1, max: null }, false)).toBe('in')
  })

  test('respects limits that are negative or 0', () => {
    expect(valueState(-51, { min: -50, max: 350 }, false)).toBe('low')
    expect(valueState(-1, { min: 0, max: null }, false)).toBe('low')
    expect(valueState(1, { min: null, max: 0 }, false)).toBe('high')
  })

  test('is stale when it is old, even far out of range', () => {
    expect(valueState(99, ph, true)).toBe('stale')
  })

  test('is none without a value or without limits', () => {
    expect(valueState(null, ph, false)).toBe('none')
    expect(valueState(null, ph, true)).toBe('none')
    expect(valueState(Number.NaN, ph, false)).toBe('none')
    expect(valueState(8, null, false)).toBe('none')
    expect(valueState(8, { min: null, max: null }, false)).toBe('none')
  })
})

test('a refused value stands beside the last accepted one while it is fresh', () => {
  const tank = given.tank()
  const { measured_at } = tank.last_measurement ?? { measured_at: '' }
  const refused = { orp: { value: 999, measured_at, iot_id: 214, reason: 'bounds' as const } }
  const with999 = { ...tank, last_measurement: tank.last_measurement && { ...tank.last_measurement, refused } }
  expect(reading(with999, 'orp')?.refused).toEqual({ value: 999, reason: 'bounds' })
  expect(reading(with999, 'orp', 121_000)?.refused).toBeNull()
  expect(reading(tank, 'orp')?.refused).toBeNull()
})

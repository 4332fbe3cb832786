import type { Tank } from '@dalyan/contracts/tanks'
import { describe, expect, test } from 'vitest'
import { given } from '../../../../tests/given.ts'
import { countStates, isSameReading, tankReadings } from './tank-reading.ts'

const measuredAt = (tank: Tank) => Date.parse(tank.last_measurement?.measured_at ?? '')
const reading = (tank: Tank, metric: string, ageMs = 8000) =>
  tankReadings(tank, measuredAt(tank) + ageMs).find((each) => each.metric === metric)

describe('the readings of a tank', () => {
  test('come in the order of screens and are counted', () => {
    const tank = given.tank({ values: { ph: 8.59 } })
    const readings = tankReadings(tank, measuredAt(tank))
    expect(readings.map((each) => each.metric).slice(0, 3)).toEqual(['tank_temperature', 'ph', 'salinity'])
    expect(countStates(readings)).toEqual({ outside: 1, inside: 2, stale: 0 })
  })

  test('a value above its limit says by how much and how bad it is', () => {
    expect(reading(given.tank({ values: { ph: 8.59 } }), 'ph')).toMatchObject({
      state: 'high',
      outside: { side: 'high', distance: expect.closeTo(0.29, 10), severity: 'critical' },
      measuredAt: expect.any(Number),
    })
    expect(reading(given.tank({ values: { ph: 8.3 } }), 'ph')).toMatchObject({ state: 'in', outside: null })
  })

  test('while there is an alarm, its severity is told', () => {
    const open_alarms = [{ id: 1, metric: 'ph', kind: 'high', severity: 'info', state: 'active_ack' }] as const
    expect(reading(given.tank({ values: { ph: 8.59 }, open_alarms: [...open_alarms] }), 'ph')?.outside?.severity).toBe(
      'info',
    )
    expect(reading(given.tank({ values: { ph: 7 }, open_alarms: [...open_alarms] }), 'ph')?.outside?.severity).toBe(
      'critical',
    )
  })

  test("an old value is neither in nor out, at its terminal's own threshold", () => {
    const tank = given.tank({ values: { ph: 8.59 } })
    expect(reading(tank, 'ph', 120_000)?.state).toBe('high')
    expect(reading(tank, 'ph', 120_001)).toMatchObject({ state: 'stale', outside: null, value: 8.59 })
  })

  test('look alike until value, state, limits or severity change; time alone changes nothing', () => {
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

  test('without a template, or with one that is switched off, values are compared with nothing', () => {
    const { range_template } = given.tank()
    expect(reading(given.tank({ range_template: null }), 'ph')).toMatchObject({ state: 'none', limits: null, value: 8 })
    expect(
      reading(given.tank({ range_template: range_template && { ...range_template, active: false } }), 'ph')?.state,
    ).toBe('none')
  })

  test('without a measurement there is no value and no age', () => {
    expect(tankReadings(given.tank({ last_measurement: null }), 0)[0]).toMatchObject({
      state: 'none',
      value: null,
      measuredAt: null,
    })
  })
})

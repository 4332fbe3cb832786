import { describe, expect, test } from 'vitest'
import { aTank, lastMeasurement, MEASURED_AT } from './tank-fixture.ts'
import { countStates, tankReadings } from './tank-reading.ts'

const then = Date.parse(MEASURED_AT)
const reading = (tank: ReturnType<typeof aTank>, metric: string, now = then + 8000) =>
  tankReadings(tank, now).find((each) => each.metric === metric)

describe('the readings of a tank', () => {
  test('come in the order of screens and are counted', () => {
    const readings = tankReadings(aTank(), then)
    expect(readings.map((each) => each.metric).slice(0, 3)).toEqual(['tank_temperature', 'ph', 'salinity'])
    expect(countStates(readings)).toEqual({ outside: 1, inside: 8, stale: 0 })
  })

  test('a value above its limit says by how much', () => {
    expect(reading(aTank(), 'ph')).toMatchObject({
      state: 'high',
      outside: { side: 'high', distance: expect.closeTo(0.29, 10), severity: 'warning' },
      age: 8000,
    })
  })

  test('beyond the critical limit it is critical, and while there is an alarm the alarm says so', () => {
    const far = aTank({ last_measurement: { ...lastMeasurement, ph: { value: 8.9, measured_at: MEASURED_AT, iot_id: 214 } } })
    expect(reading(far, 'ph')?.outside?.severity).toBe('critical')
    const alarm = { id: 1, metric: 'ph', kind: 'high', severity: 'info', state: 'active_ack' } as const
    expect(reading({ ...far, open_alarms: [alarm] }, 'ph')?.outside?.severity).toBe('info')
  })
})

describe('old values', () => {
  test("turn stale by their own terminal's threshold", () => {
    expect(reading(aTank(), 'salinity', then + 150_000)?.state).toBe('in')
    expect(reading(aTank(), 'salinity', then + 150_001)?.state).toBe('stale')
  })

  test('of a terminal that left the tank turn stale after two minutes', () => {
    expect(reading(aTank({ iots: [] }), 'salinity', then + 120_000)?.state).toBe('in')
    expect(reading(aTank({ iots: [] }), 'salinity', then + 120_001)?.state).toBe('stale')
  })

  test('a moment ahead of the clock is no negative age', () => {
    expect(reading(aTank(), 'salinity', then - 5000)?.age).toBe(0)
  })
})

describe('nothing to compare with', () => {
  test('without a template, or with one that is switched off, values have no state', () => {
    const template = aTank().range_template
    expect(reading(aTank({ range_template: null }), 'ph')).toMatchObject({ state: 'none', limits: null, value: 8.59 })
    expect(reading(aTank({ range_template: template && { ...template, active: false } }), 'ph')?.state).toBe('none')
  })

  test('without a measurement there is no value and no age', () => {
    expect(reading(aTank({ last_measurement: null }), 'ph')).toMatchObject({ state: 'none', value: null, age: null })
  })
})

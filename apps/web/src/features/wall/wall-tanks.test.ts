import type { Measurement } from '@dalyan/contracts/measurements'
import { perMetric } from '@dalyan/contracts/metrics'
import { expect, test } from 'vitest'
import { given } from '../../../tests/given.ts'
import { byDanger, commonPrefix, filterTanks, isOutOfRange, slotsOf, stateAt, withReadings } from './wall-tanks.ts'

const AT = '2026-11-20T10:00:00.000Z'
const later = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000).toISOString()
const reading = (tank_id: number, values: Partial<Measurement>): Measurement => ({
  iot_id: 1,
  tank_id,
  measured_at: later(10),
  received_at: later(10),
  clock_skew: false,
  refused: null,
  ...perMetric(() => null),
  ...values,
})
const value = (number: number, out = false) => ({ value: number, measured_at: AT, out })

test('a tank becomes stale by itself when its newest value is too old', () => {
  const tank = given.wallTank({ last_measured_at: AT, stale_after_seconds: 60 })
  expect(stateAt(tank, Date.parse(later(60)))).toBe('normal')
  expect(stateAt(tank, Date.parse(later(61)))).toBe('stale')
  expect(stateAt({ ...tank, state: 'warn' }, Date.parse(later(61)))).toBe('warn')
})

test('a tile shows the leading metric, and pH beside the temperature', () => {
  const values = { tank_temperature: value(18), ph: value(8), salinity: value(36) }
  expect(slotsOf(given.wallTank({ lead: 'tank_temperature', values }))).toEqual(['tank_temperature', 'ph'])
  expect(slotsOf(given.wallTank({ lead: 'salinity', values }))).toEqual(['salinity', 'tank_temperature'])
  expect(slotsOf(given.wallTank({ lead: 'orp', values: { orp: value(200) } }))).toEqual(['orp'])
  expect(slotsOf(given.wallTank({ lead: null, values: {} }))).toEqual([])
})

test('a silent tank whose last value was out of range stays in the count', () => {
  const tank = given.wallTank({ values: { ph: value(9, true) } })
  expect(isOutOfRange({ tank, state: 'silent' })).toBe(true)
  expect(isOutOfRange({ tank: given.wallTank(), state: 'silent' })).toBe(false)
})

test('a tank with the alarm of a silent sensor is not counted as out of range', () => {
  expect(isOutOfRange({ tank: given.wallTank({ values: { ph: value(8) } }), state: 'warn' })).toBe(false)
})

test('tanks are found by their state, and by a part of code, name or place without regard to Turkish letters', () => {
  const tanks = [
    { tank: given.wallTank({ code: 'A-1', name: 'Şükrü' }), state: 'normal' as const },
    { tank: given.wallTank({ code: 'B-1', name: 'Levrek', place: 'Dış alan' }), state: 'warn' as const },
  ]
  const found = (text: string, states: ('warn' | 'crit')[] = []) =>
    filterTanks(tanks, { text, states }).map(({ tank }) => tank.code)
  expect(found('sukru')).toEqual(['A-1'])
  expect(found('DIS')).toEqual(['B-1'])
  expect(found('', ['crit', 'warn'])).toEqual(['B-1'])
  expect(found('a-1', ['warn'])).toEqual([])
})

test('the worst tanks come first, and among equal ones those that nobody acknowledged', () => {
  const one = (code: string, state: 'crit' | 'warn' | 'silent' | 'normal', acknowledged = false) => ({
    tank: given.wallTank({ code, acknowledged }),
    state,
  })
  const tanks = [one('D', 'normal'), one('C', 'warn', true), one('B', 'silent'), one('W', 'warn'), one('A', 'crit')]
  expect(byDanger(tanks).map(({ tank }) => tank.code)).toEqual(['A', 'B', 'W', 'C', 'D'])
})

test.each([
  [['LARVA-01', 'LARVA-02'], 'LARVA-'],
  [['TNK1', 'TNK12'], 'TNK'],
  [['LARVA-01', 'DENIZ-1'], ''],
  [['LARVA-01'], ''],
  [[], ''],
])('the codes %j share %j', (codes, prefix) => {
  expect(commonPrefix(codes)).toBe(prefix)
})

test('a reading changes its tank alone: value, side, course and age', () => {
  const [first, second] = [
    given.wallTank({
      id: 1,
      lead: 'ph',
      values: { ph: value(8), salinity: value(36) },
      limits: { ph: { min: 7, max: 8.5 } },
      last_measured_at: AT,
      spark: { metric: 'ph', from: later(-900), step_seconds: 900, min: [7.9, null], max: [8.1, null] },
    }),
    given.wallTank({ id: 2 }),
  ]
  const before = given.wall({ tanks: [first, second] })
  const { wall, isBehind } = withReadings(before, [reading(1, { ph: 9 })])
  expect(isBehind).toBe(false)
  expect(wall.tanks[1]).toBe(second)
  expect(wall.tanks[0]).toMatchObject({
    values: { ph: { value: 9, out: true, measured_at: later(10) }, salinity: { value: 36 } },
    last_measured_at: later(10),
    spark: { from: later(-900), min: [7.9, 9], max: [8.1, 9] },
  })
  // The next quarter of an hour begins: the course moves on.
  const moved = withReadings(wall, [reading(1, { ph: 8, measured_at: later(1000) })]).wall.tanks[0]
  expect(moved?.spark).toMatchObject({ from: AT, min: [9, 8], max: [9, 8] })
  // An older reading changes nothing.
  expect(withReadings(wall, [reading(1, { ph: 5, measured_at: AT })]).wall).toBe(wall)
})

test('a tank that was silent and delivers again has to be evaluated by the server', () => {
  const before = given.wall({ tanks: [given.wallTank({ id: 1, state: 'silent' })] })
  expect(withReadings(before, [reading(1, { ph: 8 })]).isBehind).toBe(true)
  expect(withReadings(before, [reading(2, { ph: 8 })]).isBehind).toBe(false)
})

import type { Alarm } from '@dalyan/contracts/alarms'
import type { Measurement } from '@dalyan/contracts/measurements'
import { expect, test } from 'vitest'
import { given } from '../../../tests/given.ts'
import { withAlarm, withLatest, withMeasurement } from './patch-tank.ts'

function reading(measured_at: string, values: Partial<Measurement>): Measurement {
  return given.reading(values, Date.parse(measured_at))
}
const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

test('a newer reading changes the metrics that it carries and leaves the others', () => {
  const tank = given.tank()
  const at = soon(0)
  const after = withMeasurement(tank, reading(at, { ph: 8.1 }))
  expect(after.last_measurement?.measured_at).toBe(at)
  expect(after.last_measurement?.ph).toEqual({ value: 8.1, measured_at: at, iot_id: 214 })
  expect(after.last_measurement?.orp).toEqual(tank.last_measurement?.orp)
  expect(after.iots[0]).toMatchObject({ connection: 'online', last_seen_at: at })
})

test('a late reading never replaces a newer value', () => {
  const tank = given.tank()
  const after = withMeasurement(tank, reading(soon(-60_000), { ph: 1 }))
  expect(after.last_measurement).toEqual(tank.last_measurement)
})

test('the first reading of a tank becomes its latest', () => {
  const at = soon(0)
  const after = withMeasurement(given.tank({ last_measurement: null }), reading(at, { ph: 8 }))
  expect(after.last_measurement).toMatchObject({ measured_at: at, ph: { value: 8 }, orp: null })
})

test('an alarm is added, updated, and removed when it closes', () => {
  const alarm = { id: 7, metric: 'ph', kind: 'high', severity: 'critical', state: 'active_unack' } as Alarm
  const raised = withAlarm(given.tank(), alarm)
  expect(raised.open_alarms).toEqual([
    { id: 7, metric: 'ph', kind: 'high', severity: 'critical', state: 'active_unack' },
  ])
  const acknowledged = withAlarm(raised, { ...alarm, state: 'active_ack' })
  expect(acknowledged.open_alarms.map(({ state }) => state)).toEqual(['active_ack'])
  expect(withAlarm(acknowledged, { ...alarm, state: 'closed' }).open_alarms).toEqual([])
})

test('each terminal has its own latest values; a new terminal is added, a late reading changes nothing', () => {
  const before = withLatest([], reading(soon(0), { iot_id: 214, ph: 8 }))
  const both = withLatest(before, reading(soon(10), { iot_id: 215, ph: 9, orp: 100 }))
  const late = withLatest(both, reading(soon(-10_000), { iot_id: 215, ph: 7 }))
  expect(late.map(({ iot_id, ph, orp }) => [iot_id, ph?.value, orp?.value])).toEqual([
    [214, 8, undefined],
    [215, 9, 100],
  ])
})

test('a refused value stands beside the accepted one until a newer one is accepted', () => {
  const tank = given.tank()
  const at = soon(0)
  const spike = { ...reading(at, { ph: 5, orp: 240 }), refused: { ph: 'step' as const } }
  const during = withMeasurement(tank, spike).last_measurement
  expect(during?.ph).toEqual(tank.last_measurement?.ph)
  expect(during?.orp?.value).toBe(240)
  expect(during?.refused).toEqual({ ph: { value: 5, measured_at: at, iot_id: 214, reason: 'step' } })
  const after = withMeasurement(withMeasurement(tank, spike), reading(soon(1000), { ph: 8 })).last_measurement
  expect(after?.ph?.value).toBe(8)
  expect(after?.refused).toEqual({})
})

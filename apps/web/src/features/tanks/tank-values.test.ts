import { describe, expect, test } from 'vitest'
import { given } from '../../../tests/given.ts'
import { deviations, isStale, isWell, sensorAlarms, silence, staleAfterMs, tankCondition } from './tank-values.ts'

const now = () => Date.now()

describe('what is out of range', () => {
  test('a value equal to its limit is inside', () => {
    expect(deviations(given.tank({ values: { ph: 8.3, salinity: 34 } }), now())).toEqual([])
  })

  test('deviations are sorted by severity, then by their distance from the limit', () => {
    const tank = given.tank({ values: { orp: 351, salinity: 39, ph: 8.31 } })
    expect(deviations(tank, now()).map(({ key, side }) => `${key} ${side}`)).toEqual([
      'ph high',
      'salinity high',
      'orp high',
    ])
  })

  test('a value beyond the critical limit is critical', () => {
    const tank = given.tank({ values: { salinity: 39 } })
    const ranges = { salinity: { min: 34, max: 38, severity: 'info' as const, critical_max: 38.5 } }
    const [deviation] = deviations({ ...tank, range_template: { active: true, ranges } }, now())
    expect(deviation).toMatchObject({ key: 'salinity', severity: 'critical', acknowledged: false })
  })

  test('severity and acknowledgement come from the open alarm', () => {
    const tank = given.tank({
      values: { ph: 8.6 },
      open_alarms: [{ id: 1, metric: 'ph', kind: 'high', severity: 'info', state: 'active_ack' }],
    })
    expect(deviations(tank, now())[0]).toMatchObject({ severity: 'info', acknowledged: true })
  })

  test('a template that is switched off has no limits', () => {
    const off = given.tank({ values: { ph: 9 } })
    expect(deviations({ ...off, range_template: { active: false, ranges: {} } }, now())).toEqual([])
  })
})

describe('staleness', () => {
  test('a value is stale by its terminal’s interval; a value entered by hand by the slowest terminal’s', () => {
    const tank = given.tank()
    expect(staleAfterMs(tank, 214)).toBe(120_000)
    const slow = { ...tank, iots: tank.iots.map((terminal) => ({ ...terminal, stale_after_seconds: 900 })) }
    expect(staleAfterMs(slow, null)).toBe(900_000)
  })

  test('a value becomes stale after its limit, not at it', () => {
    const measured_at = '2026-07-09T11:30:00.000Z'
    const at = Date.parse(measured_at)
    const latest = { value: 1, measured_at, iot_id: 214 }
    expect(isStale(given.tank(), latest, at + 120_000)).toBe(false)
    expect(isStale(given.tank(), latest, at + 120_001)).toBe(true)
  })
})

test.each([
  ['in_range', {}],
  ['stale', { ageSeconds: 300 }],
  ['no_data', { last_measurement: null }],
  ['no_template', { range_template: null }],
  ['no_terminal', { iots: [] }],
  ['not_monitored', { status: 'suspended' }],
] as const)('a tank without deviations is %s', (condition, tank) => {
  expect(tankCondition(given.tank(structuredClone(tank) as Parameters<typeof given.tank>[0]), now())).toBe(condition)
})

test('of several silent terminals the most severe alarm counts', () => {
  const silent = (id: number, severity: 'critical' | 'warning') =>
    ({ id, metric: null, kind: 'silent', severity, state: 'active_unack' }) as const
  expect(silence(given.tank())).toBeNull()
  expect(silence(given.tank({ open_alarms: [silent(1, 'warning'), silent(2, 'critical')] }))).toBe('critical')
})

test('a tank whose data arrive again is not silent, although the alarm is not acknowledged yet', () => {
  const silent = { id: 1, metric: null, kind: 'silent', severity: 'warning' } as const
  const tank = (state: 'active_ack' | 'rtn_unack') => given.tank({ open_alarms: [{ ...silent, state }] })
  expect(silence(tank('active_ack'))).toBe('warning')
  expect(silence(tank('rtn_unack'))).toBeNull()
})

test('a metric that is no longer measured is the alarm of a sensor, not the silence of the tank', () => {
  const alarm = (
    id: number,
    metric: 'ph' | 'orp',
    severity: 'critical' | 'warning',
    state: 'active_unack' | 'rtn_unack',
  ) => ({ id, metric, kind: 'silent', severity, state }) as const
  const tank = given.tank({
    open_alarms: [alarm(1, 'ph', 'warning', 'active_unack'), alarm(2, 'orp', 'critical', 'active_unack')],
  })
  expect(silence(tank)).toBeNull()
  expect(sensorAlarms(tank).map(({ metric }) => metric)).toEqual(['orp', 'ph'])
  expect(isWell(tank)).toBe(false)
  expect(sensorAlarms(given.tank({ open_alarms: [alarm(1, 'ph', 'warning', 'rtn_unack')] }))).toEqual([])
})

test('a value that was out when its terminal fell silent stays a deviation, marked as old, until the terminal leaves', () => {
  const tank = given.tank({ values: { ph: 8.59 }, ageSeconds: 31 * 60 })
  expect(deviations(tank, Date.now())).toMatchObject([{ key: 'ph', value: 8.59, side: 'high', isOld: true }])
  expect(deviations({ ...tank, iots: [] }, Date.now())).toEqual([])
  const suspended = tank.iots.map((terminal) => ({ ...terminal, status: 'suspended' as const }))
  expect(deviations({ ...tank, iots: suspended }, Date.now())).toEqual([])
})

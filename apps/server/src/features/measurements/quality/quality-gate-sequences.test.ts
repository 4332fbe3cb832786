import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GATE_LIMITS, gateReading, newGate, type GateState } from './quality-gate.rules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.parse('2026-11-20T10:00:00.000Z')

describe('any sequence of readings', () => {
  const value = fc.oneof(
    fc.double({ min: -1000, max: 1000, noNaN: true }),
    fc.double({ min: 0, max: 60, noNaN: true }),
    fc.constantFrom(85, -127, 127.94, 0, 50, -999, -9999, 9_999_999, 7, 8, 14, 46),
  )
  const reading = fc.record({
    afterMs: fc.integer({ min: 1, max: 30 * HOUR }),
    values: fc.array(fc.option(value.map(Math.fround), { freq: 4 }), {
      minLength: METRIC_KEYS.length,
      maxLength: METRIC_KEYS.length,
    }),
  })
  const readings = fc.array(reading, { maxLength: 60 })

  function passAll(
    given: readonly { afterMs: number; values: readonly (number | null)[] }[],
    state: GateState = newGate(),
  ) {
    let measured_at = START
    return given.map(({ afterMs, values }) => {
      measured_at += afterMs
      return gateReading(state, { measured_at, values })
    })
  }

  test('refuses measured values only', () => {
    fc.assert(
      fc.property(readings, (given) => {
        passAll(given).forEach(({ refusals }, i) => {
          const measured = METRIC_KEYS.filter((_, index) => given[i]?.values[index] != null)
          expect(measured).toEqual(expect.arrayContaining(Object.keys(refusals ?? {})))
        })
      }),
    )
  })

  test('never accepts a code or a value outside of the bounds', () => {
    fc.assert(
      fc.property(readings, (given) => {
        passAll(given).forEach(({ refusals }, i) => {
          METRIC_KEYS.forEach((key, index) => {
            const { low, high, codes, faults = [] } = GATE_LIMITS[key]
            const measured = given[i]?.values[index] ?? null
            if (refusals?.[key] || measured === null) return
            expect(measured).toBeGreaterThanOrEqual(low)
            expect(measured).toBeLessThanOrEqual(high)
            expect([...codes, ...faults].map(Math.fround)).not.toContain(measured)
          })
        })
      }),
    )
  })

  test('closes each spell before it opens the next one', () => {
    fc.assert(
      fc.property(readings, (given) => {
        const open = new Set<string>()
        for (const { spell, metric, change } of passAll(given).flatMap(({ spells }) => spells)) {
          const key = `${spell} ${metric}`
          expect(open.has(key)).toBe(change === 'closed')
          if (change === 'opened') open.add(key)
          else open.delete(key)
        }
      }),
    )
  })

  test('keeps a state of limited size', () => {
    fc.assert(
      fc.property(readings, (given) => {
        const state = newGate()
        passAll(given, state)
        expect(state.conductivities.length).toBeLessThanOrEqual(96)
        for (const metric of state.metrics) if (metric) expect(metric.refused_at.length).toBeLessThanOrEqual(5)
      }),
    )
  })

  test('that changes slowly has no refusal', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -0.29, max: 0.29, noNaN: true }), { maxLength: 200 }), (changes) => {
        let ph = 7
        const given = changes.map((change) => {
          ph = Math.min(11, Math.max(3, ph + change))
          return { afterMs: MINUTE, values: METRIC_KEYS.map((key) => (key === 'ph' ? Math.fround(ph) : null)) }
        })
        expect(passAll(given).filter(({ refusals }) => refusals?.ph)).toEqual([])
      }),
    )
  })
})

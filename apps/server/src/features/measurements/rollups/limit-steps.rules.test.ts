import { expect, test } from 'vitest'
import { limitSteps } from './limit-steps.rules.ts'

const PH = 5
const ORP = 7
/** Limits of pH and ORP in the order of the registry. */
const row = (from: number, ph: [number | null, number | null], orp: [number | null, number | null] = [null, null]) => {
  const [lo, hi] = [0, 1].map((end) => {
    const limits = Array.from({ length: ORP + 1 }, (): number | null => null)
    limits[PH] = ph[end] ?? null
    limits[ORP] = orp[end] ?? null
    return limits
  })
  return { from, lo: lo ?? [], hi: hi ?? [] }
}

test('each metric has a step only where its own limits changed', () => {
  const rows = [row(0, [7, 8], [null, 350]), row(10, [7, 8.5], [null, 350]), row(20, [7, 8.5], [-50, 350])]
  expect(limitSteps(rows, ['orp', 'ph'])).toEqual({
    ph: [
      { from: 0, min: 7, max: 8 },
      { from: 10, min: 7, max: 8.5 },
    ],
    orp: [
      { from: 0, min: null, max: 350 },
      { from: 20, min: -50, max: 350 },
    ],
  })
})

test('a metric that had limits and lost them ends with an open step, and one that never had any is left out', () => {
  expect(limitSteps([row(0, [7, 8]), { from: 10, lo: [], hi: [] }], ['ph', 'orp', 'oxygen_saturation'])).toEqual({
    ph: [
      { from: 0, min: 7, max: 8 },
      { from: 10, min: null, max: null },
    ],
  })
})

test('only the requested metrics have steps', () => {
  expect(limitSteps([row(0, [7, 8], [-50, 350])], ['orp'])).toEqual({ orp: [{ from: 0, min: -50, max: 350 }] })
  expect(limitSteps([], ['ph'])).toEqual({})
})

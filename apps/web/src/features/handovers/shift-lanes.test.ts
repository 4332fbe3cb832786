import { expect, test } from 'vitest'
import { heldSeconds, joinedSpans, withinShift } from './shift-lanes.ts'

const span = (from: number, to: number, kind: 'critical' | 'silent' = 'silent') => ({ from, to, kind })

test('a lane joins the spans of all tanks that overlap or meet, and leaves out other states', () => {
  const tanks = [
    { spans: [span(10, 20), span(50, 60)] },
    { spans: [span(15, 30), span(0, 5, 'critical')] },
    { spans: [span(30, 40)] },
  ]
  expect(joinedSpans(tanks, 'silent')).toEqual([span(10, 40), span(50, 60)])
  expect(joinedSpans(tanks, 'critical')).toEqual([span(0, 5, 'critical')])
})

test('a span within another does not shorten it', () => {
  expect(joinedSpans([{ spans: [span(0, 100)] }, { spans: [span(10, 20)] }], 'silent')).toEqual([span(0, 100)])
})

test('what was held back counts as long as it lay in the shift, once where two overlap', () => {
  const shift = { from: '2026-07-09T00:00:00Z', to: '2026-07-09T12:00:00Z' }
  const before = { from: '2026-07-08T23:00:00Z', until: '2026-07-09T00:30:00Z' }
  const after = { from: '2026-07-09T11:00:00Z', until: '2026-07-09T20:00:00Z' }
  const within = { from: '2026-07-09T00:20:00Z', until: '2026-07-09T00:40:00Z' }
  expect(withinShift(shift, before)).toEqual({ from: 0, to: 1_800 })
  expect(heldSeconds(shift, [after, before, within])).toBe(2_400 + 3_600)
})

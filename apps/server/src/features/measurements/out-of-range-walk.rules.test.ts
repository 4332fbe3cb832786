import { expect, test } from 'vitest'
import { stretchesToWalk } from './out-of-range-walk.rules.ts'
import { BEGINNING, NEVER } from './rollups/time-spans.rules.ts'

const SIX_HOURS = 6 * 3_600_000
const at = (text: string) => Date.parse(text)
const done = at('2026-11-21T13:30:00Z')
const since = at('2025-11-21T06:00:00Z')

const WINDOWS = [
  { name: 'everything', from: since, to: NEVER },
  { name: 'crooked ends', from: at('2026-05-02T05:32:12.345Z'), to: at('2026-11-18T08:27:36.789Z') },
  { name: 'inside one bucket', from: at('2026-05-02T06:01:00Z'), to: at('2026-05-02T06:02:00Z') },
  { name: 'younger than the roll-ups', from: done + 60_000, to: NEVER },
  { name: 'whole buckets', from: at('2026-05-02T06:00:00Z'), to: at('2026-05-03T06:00:00Z') },
]

for (const { name, from, to } of WINDOWS) {
  for (const descending of [true, false]) {
    test(`window ${name}, ${descending ? 'newest' : 'oldest'} first: nothing is left out or twice, and no bucket is cut`, () => {
      for (const pairs of [0, 1, 3, 2_000]) {
        const stretches = [...stretchesToWalk({ from, to, done, pairs, descending })]
        const inOrder = descending ? stretches.toReversed() : stretches
        expect(inOrder[0]?.from).toBe(from)
        expect(inOrder.at(-1)?.to).toBe(to)
        inOrder.forEach((stretch, i) => {
          expect(stretch.from).toBeLessThan(stretch.to)
          if (i === 0) return
          expect(stretch.from).toBe(inOrder[i - 1]?.to)
          expect(stretch.from % SIX_HOURS).toBe(0)
        })
      }
    })
  }
}

test('many terminals make a short first stretch, and few stretches make a long window', () => {
  const walk = (pairs: number) => [...stretchesToWalk({ from: since, to: NEVER, done, pairs, descending: true })]
  expect(walk(2_000)[0]?.from).toBe(at('2026-11-21T06:00:00Z'))
  expect(walk(2_000).length).toBeLessThan(8)
  expect(walk(4)[0]?.from).toBe(at('2026-11-11T12:00:00Z'))
  expect([...stretchesToWalk({ from: BEGINNING, to: BEGINNING, done, pairs: 1, descending: true })]).toEqual([])
})

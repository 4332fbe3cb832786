import { expect, test } from 'vitest'
import { MOST_LINES, released, tailOf, withArrived } from './log-tail.ts'
import type { LogLine } from './logs.queries.ts'

const line = (id: number): LogLine => ({
  id,
  at: '2026-11-20T10:00:00.000Z',
  subject: null,
  outcome: 'info',
  who: null,
  text: `line ${id}`,
  details: null,
  isOrphan: false,
})
const ids = (lines: readonly LogLine[]) => lines.map(({ id }) => id)

test('new log lines are on top, newest first, each once', () => {
  const tail = withArrived(tailOf([line(2), line(1)]), [line(4), line(2), line(3)], false)
  expect(ids(tail.shown)).toEqual([4, 3, 2, 1])
  expect(tail).toMatchObject({ held: [], arrived: 2 })
})

test('new log lines wait while a user reads, and are shown afterwards', () => {
  const held = withArrived(withArrived(tailOf([line(1)]), [line(2)], true), [line(2), line(3)], true)
  expect([ids(held.shown), ids(held.held)]).toEqual([[1], [3, 2]])
  const after = released(held)
  expect([ids(after.shown), after.held]).toEqual([[3, 2, 1], []])
  expect(released(after)).toBe(after)
})

test('a poll without new log lines changes nothing', () => {
  const tail = tailOf([line(1)])
  expect(withArrived(tail, [line(1)], false)).toBe(tail)
})

test('a live log shows at most five hundred lines', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => line(index + 1))
  const tail = withArrived(tailOf([]), many, false)
  expect([tail.shown.length, tail.shown[0]?.id, tail.arrived]).toEqual([MOST_LINES, 2_000, 2_000])
})

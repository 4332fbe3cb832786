import { expect, test } from 'vitest'
import { rareRuns, triplesOf } from './rare-runs.rules.ts'

test('triples are of letters, whatever they are made of', () => {
  expect(triplesOf('job 9')).toEqual(['job', 'ob ', 'b 9'])
  expect(triplesOf('a😀ş%')).toEqual(['a😀ş', '😀ş%'])
  expect(triplesOf('ab')).toEqual([])
})

test.each([
  ['job 96', [], []],
  ['job 96', ['job', 'ob ', 'b 9', ' 96'], ['job 96']],
  ['job 96', [' 96'], [' 96']],
  ['job 96', ['job', ' 96'], ['job', ' 96']],
  ['no job 961', ['no ', 'o j', ' 96', '961'], ['no j', ' 961']],
  ['a😀ş%_', ['😀ş%', 'ş%_'], ['😀ş%_']],
])('of %s with %s rare: %s', (text, rare, runs) => {
  const known = new Set<string>(rare)
  expect(
    rareRuns(
      text,
      triplesOf(text).map((triple) => known.has(triple)),
    ),
  ).toEqual(runs)
})

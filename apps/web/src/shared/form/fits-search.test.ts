import { expect, test } from 'vitest'
import { fitsSearch } from './fits-search.ts'

test.each([
  ['Şükrü Çağlar', 'sukru'],
  ['IĞDIR', 'ığdır'],
  ['iğdır', 'IGDIR'],
  ['İzmir', 'izm'],
  ['TNK-014 · Levrek larva', 'larva 014'],
  ['her şey', ''],
])('the text %s is found by the typed %s', (text, typed) => {
  expect(fitsSearch(text, typed)).toBe(true)
})

test('every typed word has to be part of the text', () => {
  expect(fitsSearch('Levrek larva', 'levrek çipura')).toBe(false)
})

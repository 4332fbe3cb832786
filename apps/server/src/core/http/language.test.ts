import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

test.each([
  [undefined, 'tr'],
  ['', 'tr'],
  ['*', 'tr'],
  ['de, fr;q=0.5', 'tr'],
  ['tr', 'tr'],
  ['en', 'en'],
  ['EN-us', 'en'],
  ['en-GB, en;q=0.9, tr;q=0.8', 'en'],
  ['tr-TR,tr;q=0.9,en;q=0.8', 'tr'],
  ['tr;q=0.3, en;q=0.7', 'en'],
  ['tr ; q=0.3 , en ; q=0.7', 'en'],
  ['de, en;q=0.7, tr;q=0.3', 'en'],
  ['en;q=0.5, tr;q=0.5', 'en'],
  ['tr;q=0.5, en;q=0.5', 'tr'],
  ['en;q=0', 'tr'],
  ['en;q=0.000, tr;q=0.001', 'tr'],
  // An invalid weight, or one above 1, must not win over a valid one.
  ['tr, en;q=1.9', 'tr'],
  ['tr;q=0.2, en;q=abc', 'tr'],
  ['english', 'tr'],
  [',;=,en', 'en'],
])('%j is answered in %s', (header, language) => {
  expect(languageOf(header === undefined ? {} : { 'accept-language': header })).toBe(language)
})

test('a header of any length is parsed quickly', () => {
  // Takes the quickest of several runs, because a busy machine may delay some.
  const took = Array.from({ length: 10 }, () => {
    const begun = performance.now()
    languageOf({ 'accept-language': `${'en-'.repeat(5_000)};q=${'0.'.repeat(5_000)},${'x,'.repeat(5_000)}` })
    return performance.now() - begun
  })
  expect(Math.min(...took)).toBeLessThan(50)
})

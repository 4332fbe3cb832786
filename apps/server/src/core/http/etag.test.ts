import { expect, test } from 'vitest'
import { expectedVersion } from './etag.ts'

const of = (ifMatch?: string) => expectedVersion({ headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } })

test.each([
  ['no header', undefined],
  ['any version', '*'],
])('%s expects nothing', (_title, header) => {
  expect(of(header)).toBeUndefined()
})

test.each(['"7"', 'W/"7"', ' "7" '])('%s is version 7', (header) => {
  expect(of(header)).toBe(7)
})

test.each(['7', '"0"', '"07"', '"7", "8"', '"abc"', ''])('%j is a version that no record has', (header) => {
  expect(of(header)).toBe(0)
})

import { expect, test } from 'vitest'
import { expectedVersion } from './etag.ts'

const of = (ifMatch?: string) => expectedVersion({ headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } })

test.each([
  ['no header', undefined],
  ['any version', '*'],
])('an If-Match of %s expects no version', (_title, header) => {
  expect(of(header)).toBeUndefined()
})

test.each(['"7"', 'W/"7"', ' "7" '])('an If-Match of %s expects version 7', (header) => {
  expect(of(header)).toBe(7)
})

test.each(['7', '"0"', '"07"', '"7", "8"', '"abc"', ''])(
  'an If-Match of %j expects a version that no record has',
  (header) => {
    expect(of(header)).toBe(0)
  },
)

import { expect, test } from 'vitest'
import { webAddress } from './web-address.ts'

test('only http and https addresses of a brand are linked', () => {
  expect(webAddress('https://dalyan.example/biz')).toBe('https://dalyan.example/biz')
  expect(
    ['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', 'dalyan.example', '', null].map(webAddress),
  ).toEqual([null, null, null, null, null, null])
})

import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

test.each([
  ['a\u202Egnp.exe', 'a\\u202egnp.exe'],
  ['\u001B[2Jgone', '\\u001b[2Jgone'],
  ['zero\u200Bwidth', 'zero\\u200bwidth'],
  ['line\nand\ttab', 'line\nand\ttab'],
  ['ağaç 🐟 <b>', 'ağaç 🐟 <b>'],
])('the device text %j is shown with its invisible characters escaped', (text, shown) => {
  expect(visibleText(text)).toBe(shown)
})

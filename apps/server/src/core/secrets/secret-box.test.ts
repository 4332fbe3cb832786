import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox, isSealed } from './secret-box.ts'

const box = createSecretBox(randomBytes(32))

test('a sealed text can be opened and is different each time it is sealed', () => {
  const sealed = box.seal('webhook', 'gizli ✓')
  expect(sealed).not.toContain('gizli')
  expect(box.seal('webhook', 'gizli ✓')).not.toBe(sealed)
  expect(box.open('webhook', sealed)).toBe('gizli ✓')
  expect(box.seal('webhook', sealed)).toBe(sealed)
})

test.each([
  ['another purpose', 'vapid', (sealed: string) => sealed],
  ['a changed text', 'webhook', (sealed: string) => sealed.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
  ['a cut text', 'webhook', (sealed: string) => sealed.slice(0, 20)],
])('a sealed secret with %s cannot be opened', (_, purpose, change) => {
  expect(() => box.open(purpose, change(box.seal('webhook', 'gizli!')))).toThrow()
})

test('a sealed text cannot be opened with another key or without one', () => {
  const sealed = box.seal('webhook', 'gizli')
  expect(() => createSecretBox(randomBytes(32)).open('webhook', sealed)).toThrow()
  expect(() => createSecretBox(null).open('webhook', sealed)).toThrow()
})

test('a text saved unsealed can still be read, and stays unsealed without a key', () => {
  expect(box.open('webhook', 'açık')).toBe('açık')
  expect(isSealed(createSecretBox(null).seal('webhook', 'açık'))).toBe(false)
})

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeDeviceKey } from './device-key.ts'

test('a key is long, alone, and kept as its hash', () => {
  const { key, hash } = makeDeviceKey()
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
  expect(hash).toEqual(createHash('sha256').update(key).digest())
  expect(makeDeviceKey().key).not.toBe(key)
})

test('no key begins with a hyphen: neither spreadsheets nor command lines take it for something else', () => {
  const keys = Array.from({ length: 2_000 }, () => makeDeviceKey().key)
  expect(keys.filter((key) => key.startsWith('-'))).toEqual([])
})

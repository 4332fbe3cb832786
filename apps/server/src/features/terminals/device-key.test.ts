import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeDeviceKey } from './device-key.ts'

test('a device key is long, unique, and stored only as its hash', () => {
  const { key, hash } = makeDeviceKey()
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
  expect(hash).toEqual(createHash('sha256').update(key).digest())
  expect(makeDeviceKey().key).not.toBe(key)
})

test('a device key never begins with a hyphen, which spreadsheets and command lines would interpret', () => {
  const keys = Array.from({ length: 2_000 }, () => makeDeviceKey().key)
  expect(keys.filter((key) => key.startsWith('-'))).toEqual([])
})

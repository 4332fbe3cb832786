import { expect, test } from 'vitest'
import { boundedMeta } from './log-meta.rules.ts'

test('details stay as they are while they are small', () => {
  expect(boundedMeta({ from: 'inactive', n: [1, null, true] })).toBe('{"from":"inactive","n":[1,null,true]}')
  expect(boundedMeta(null)).toBeNull()
})

test('what PostgreSQL cannot keep is replaced, in keys too', () => {
  expect(boundedMeta({ 'a\0': 'x\0y\uD800' })).toBe('{"a\uFFFD":"x\uFFFDy\uFFFD"}')
})

test.each(['a', '"', 'ş', '🐟', '\u0001'])('a megabyte of %j keeps its beginning within 8 KiB', (char) => {
  const json = boundedMeta({ raw: char.repeat(1_000_000) }) ?? ''
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(8192)
  expect(JSON.parse(json)).toMatchObject({ truncated: true })
})

test('what is nested too deep is cut', () => {
  let deep: Record<string, unknown> = {}
  for (let level = 0; level < 5000; level += 1) deep = { deep }
  expect(boundedMeta(deep)?.length).toBeLessThan(200)
})

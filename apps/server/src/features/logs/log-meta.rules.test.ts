import { expect, test } from 'vitest'
import { boundedMeta } from './log-meta.rules.ts'

test('small details stay unchanged', () => {
  expect(boundedMeta({ from: 'inactive', n: [1, null, true] })).toBe('{"from":"inactive","n":[1,null,true]}')
  expect(boundedMeta(null)).toBeNull()
})

test('characters that PostgreSQL cannot store are replaced, in keys too', () => {
  expect(boundedMeta({ 'a\0': 'x\0y\uD800' })).toBe('{"a\uFFFD":"x\uFFFDy\uFFFD"}')
})

test.each(['a', '"', 'ş', '🐟', '\u0001'])('a megabyte of %j is truncated to its beginning within 8 KiB', (char) => {
  const json = boundedMeta({ raw: char.repeat(1_000_000) }) ?? ''
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(8192)
  expect(JSON.parse(json)).toMatchObject({ truncated: true })
})

test('details that are nested too deeply are cut', () => {
  let deep: Record<string, unknown> = {}
  for (let level = 0; level < 5000; level += 1) deep = { deep }
  expect(boundedMeta(deep)?.length).toBeLessThan(200)
})

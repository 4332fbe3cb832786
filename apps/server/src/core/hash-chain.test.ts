import { expect, test } from 'vitest'
import { canonicalJson, hashLink, sha256 } from './hash-chain.ts'

test('the canonical text does not depend on the order of fields', () => {
  expect(canonicalJson({ b: [1, null, 'ş'], a: { d: 1e21, c: 0.1 } })).toBe(
    '{"a":{"c":0.1,"d":1e+21},"b":[1,null,"ş"]}',
  )
  expect(hashLink({ a: 1, b: null })).toBe(hashLink({ b: null, a: 1 }))
})

// Kept reports and days carry these hashes: another text or algorithm would break every chain.
test('hashes stay what they were', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(hashLink({ day: '2026-11-01', entries: 0, content_hash: sha256(''), previous_hash: null })).toBe(
    sha256(`{"content_hash":"${sha256('')}","day":"2026-11-01","entries":0,"previous_hash":null}`),
  )
})

import { expect, test } from 'vitest'
import { BYTES_OF_LETTER, bitOf, pairsIn } from './letter-pairs.rules.ts'

const isSet = (pairs: Buffer, bit: number) => ((pairs[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0

function isNoted(pairs: Buffer, part: string): boolean {
  const bit = bitOf(part)
  if (part.length === 2) return isSet(pairs, bit)
  return pairs.subarray(bit / 8, bit / 8 + BYTES_OF_LETTER).some((byte) => byte !== 0)
}

const TEXTS = ['baglanti koptu {"work": "job 7"}', '100% _x_ \\', 'é', '~', '日本', '\u007f\n', '']
const LETTERS = [...new Set(TEXTS.join(''))]

test('every pair and every letter of the texts is noted, of the plain letters no other', () => {
  const pairs = pairsIn(TEXTS)
  const isPlain = (part: string) => /^[ -~]+$/.test(part)
  for (const part of [...LETTERS, ...LETTERS.flatMap((one) => LETTERS.map((other) => one + other)), 'q', 'qz', 'z~']) {
    const stands = TEXTS.some((text) => text.includes(part))
    if (stands || isPlain(part)) expect([part, isNoted(pairs, part)]).toEqual([part, stands])
  }
})

test('what is not plain counts as one letter', () => {
  const pairs = pairsIn(['aé'])
  expect([isNoted(pairs, 'ö'), isNoted(pairs, 'aя'), isNoted(pairs, 'яa')]).toEqual([true, true, false])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasCleanTexts, isTopicName, nextFrame, readPublish } from './mqtt-frames.ts'

const whole = (bytes: number[]) => {
  const buffer = Buffer.from(bytes)
  const frame = nextFrame(buffer, 0)
  if (typeof frame === 'string') throw new Error(frame)
  return { buffer, frame }
}

test.each([
  ['nothing', [], 'more'],
  ['a type alone', [0x30], 'more'],
  ['half a length', [0x30, 0x80], 'more'],
  ['a length of five bytes', [0x30, 0xff, 0xff, 0xff, 0xff, 0x01], 'malformed'],
])('%s', (_, bytes, expected) => {
  expect(nextFrame(Buffer.from(bytes), 0)).toBe(expected)
})

test('a length of four bytes is read, so that what is too large is known at once', () => {
  expect(nextFrame(Buffer.from([0x32, 0xff, 0xff, 0xff, 0x7f]), 0)).toEqual({
    type: 3,
    flags: 2,
    start: 0,
    bodyAt: 5,
    end: 5 + 268_435_455,
  })
})

test('a PUBLISH is taken apart', () => {
  const { buffer, frame } = whole([0x32, 7, 0, 2, 0x61, 0x62, 0, 9, 0x7b])
  const publish = readPublish(buffer, frame)
  expect([publish?.topic.toString(), publish?.qos, publish?.packetId, publish?.payload.toString()]).toEqual([
    'ab',
    1,
    9,
    '{',
  ])
})

test.each([
  ['no topic', [0x30, 2, 0, 0]],
  ['a topic longer than the frame', [0x30, 3, 0, 9, 0x61]],
  ['no room for the packet id', [0x32, 3, 0, 1, 0x61]],
  ['packet id 0', [0x32, 5, 0, 1, 0x61, 0, 0]],
  ['QoS 3', [0x36, 5, 0, 1, 0x61, 0, 1]],
])('a PUBLISH with %s is none', (_, bytes) => {
  const { buffer, frame } = whole(bytes)
  expect(readPublish(buffer, frame)).toBeNull()
})

test.each([
  ['plain', 'dalyan/v1/T-1/measurements', true],
  ['Turkish', 'ağ/şü', true],
  ['NUL', 'a\0b', false],
  ['#', 'a/#', false],
  ['+', '+/a', false],
])('a topic with %s', (_, topic, isOne) => {
  expect(isTopicName(Buffer.from(topic))).toBe(isOne)
})

test.each([
  ['a lone surrogate', [0xed, 0xa0, 0x80]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['half a letter', [0xc5]],
])('%s is no topic', (_, bytes) => {
  expect(isTopicName(Buffer.from(bytes))).toBe(false)
})

test('whatever bytes come, reading them ends and throws nothing', () => {
  const firsts = fc.constantFrom(0x10, 0x30, 0x32, 0x34, 0x82, 0xa2, 0xc0, 0xe0)
  fc.assert(
    fc.property(firsts, fc.uint8Array({ maxLength: 120 }), (first, body) => {
      const { buffer, frame } = whole([first, body.length, ...body])
      readPublish(buffer, frame)
      expect(typeof hasCleanTexts(buffer, frame)).toBe('boolean')
    }),
    { numRuns: 2_000 },
  )
})

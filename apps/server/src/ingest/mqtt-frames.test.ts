import fc from 'fast-check'
import { generate, parser as createParser, type IPublishPacket } from 'mqtt-packet'
import { describe, expect, test } from 'vitest'
import { createFrameReader, isTopicFilter, matchesFilter, nextFrame } from './mqtt-frames.ts'

test.each([
  ['nothing', [], 'more'],
  ['a type alone', [0x30], 'more'],
  ['half a length', [0x30, 0x80], 'more'],
  ['a length of five bytes', [0x30, 0xff, 0xff, 0xff, 0xff, 0x01], 'malformed'],
])('the head of a frame of which %s arrived is not read', (_, bytes, expected) => {
  expect(nextFrame(Buffer.from(bytes), 0)).toBe(expected)
})

test('a frame length of four bytes is read, so that a too large frame is detected at once', () => {
  expect(nextFrame(Buffer.from([0x32, 0xff, 0xff, 0xff, 0x7f]), 0)).toEqual({
    type: 3,
    start: 0,
    bodyAt: 5,
    end: 5 + 268_435_455,
  })
})

function readFrame(bytes: Buffer) {
  const frame = nextFrame(bytes, 0)
  if (typeof frame === 'string') throw new Error(frame)
  const packet = createFrameReader().read(bytes, frame)
  return packet instanceof Error ? null : packet
}
const read = (bytes: number[]) => readFrame(Buffer.from(bytes))
const publishTo = (topic: number[]) => [0x30, topic.length + 2, 0, topic.length, ...topic]
const bytesOf = (text: string) => [...Buffer.from(text)]

test('a PUBLISH is read', () => {
  const packet = read([0x32, 7, 0, 2, 0x61, 0x62, 0, 9, 0x7b])
  expect(packet).toMatchObject({ cmd: 'publish', topic: 'ab', qos: 1, messageId: 9, payload: Buffer.from('{') })
})

test('a PUBLISH is read as mqtt-packet reads it', () => {
  const qos = fc.constantFrom(0, 1, 2)
  const topic = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((text) => !/[\0#+\ufffd]/.test(text))
  const payload = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
  const packets = fc.record({ qos, topic, payload, dup: fc.boolean(), retain: fc.boolean() })
  fc.assert(
    fc.property(packets, fc.integer({ min: 1, max: 65_535 }), (packet, messageId) => {
      const bytes = generate({ cmd: 'publish', messageId, ...packet, qos: packet.qos as 0 | 1 | 2 })
      let expected: unknown
      createParser()
        .on('packet', (read) => (expected = read))
        .parse(bytes)
      const { messageId: id, ...rest } = readFrame(bytes) as IPublishPacket
      expect(expected).toMatchObject(packet.qos > 0 ? { messageId: id, ...rest } : rest)
    }),
  )
})

test.each([
  ['a PUBLISH without a topic', [0x30, 2, 0, 0]],
  ['a PUBLISH with a topic longer than the frame', [0x30, 3, 0, 9, 0x61]],
  ['a PUBLISH without space for its packet id', [0x32, 3, 0, 1, 0x61]],
  ['a PUBLISH with packet id 0', [0x32, 5, 0, 1, 0x61, 0, 0]],
  ['a PUBLISH of QoS 3', [0x36, 5, 0, 1, 0x61, 0, 1]],
  ['an empty PUBLISH', [0x30, 0]],
  ['a PUBACK without a packet id', [0x40, 0]],
  ['a PUBREL with wrong flags', [0x60, 2, 0, 1]],
  ['a SUBSCRIBE without a filter', [0x82, 2, 0, 1]],
  ['a SUBSCRIBE with packet id 0', [0x82, 6, 0, 0, 0, 1, 0x61, 0]],
  ['a SUBSCRIBE with QoS 3', [0x82, 6, 0, 1, 0, 1, 0x61, 3]],
  ['a SUBSCRIBE with an empty filter', [0x82, 5, 0, 1, 0, 0, 0]],
  ['a SUBSCRIBE with wrong flags', [0x80, 6, 0, 1, 0, 1, 0x61, 0]],
  ['an UNSUBSCRIBE without a filter', [0xa2, 2, 0, 1]],
  ['a CONNECT of another protocol', [0x10, 12, 0, 4, 0x4d, 0x51, 0x54, 0x58, 4, 2, 0, 60, 0, 0]],
  ['a CONNECT that ends early', [0x10, 8, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2]],
  ['a CONNECT with the reserved flag', [0x10, 12, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 3, 0, 60, 0, 0]],
  ['packet type 0', [0x00, 0]],
  ['packet type 15', [0xf0, 0]],
])('%s is not a valid frame', (_, bytes) => {
  expect(read(bytes)).toBeNull()
})

test.each([
  ['plain', bytesOf('dalyan/v1/T-1/measurements'), true],
  ['Turkish', bytesOf('ağ/şü'), true],
  ['NUL', bytesOf('a\0b'), false],
  ['#', bytesOf('a/#'), false],
  ['+', bytesOf('+/a'), false],
  ['a lone surrogate', [0xed, 0xa0, 0x80], false],
  ['an overlong slash', [0xc0, 0xaf], false],
  ['half a letter', [0xc5], false],
])('whether a PUBLISH may have a topic with %s', (_, topic, isOne) => {
  expect(read(publishTo(topic)) !== null).toBe(isOne)
})

const anyFrame = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 120 }))
  .map(([first, body]) => Buffer.from([first, body.length, ...body]))

test('reading any bytes ends and throws no error', () => {
  fc.assert(
    fc.property(anyFrame, (frame) => {
      const packet = readFrame(frame)
      expect(packet === null || typeof packet.cmd === 'string').toBe(true)
    }),
    { numRuns: 5_000 },
  )
})

test('reading a valid packet with some changed bytes throws no error either', () => {
  const will = { topic: 'a/status', payload: Buffer.from('x'), qos: 1 as const, retain: false }
  const frames = [
    generate({ cmd: 'connect', clientId: 'c', username: 'u', password: Buffer.from('k'), will }),
    generate({ cmd: 'publish', topic: 'a/b', payload: '{}', qos: 2, messageId: 7, dup: false, retain: false }),
    generate({ cmd: 'subscribe', messageId: 3, subscriptions: [{ topic: 'a/#', qos: 1 }] }),
    generate({ cmd: 'unsubscribe', messageId: 3, unsubscriptions: ['a/#'] }),
    generate({ cmd: 'pubrel', messageId: 3 }),
  ]
  const changes = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 0, max: 255 })), { maxLength: 4 })
  fc.assert(
    fc.property(fc.constantFrom(...frames), changes, (frame, bytes) => {
      const changed = Buffer.from(frame)
      // The length is unchanged, because the connection passes only complete frames to the reader.
      for (const [at, byte] of bytes) if (at !== 1 && at < changed.length) changed[at] = byte
      expect(() => readFrame(changed)).not.toThrow()
    }),
    { numRuns: 5_000 },
  )
})

describe('filters', () => {
  test.each([
    ['a/b', 'a/b', true],
    ['a/b', 'a/c', false],
    ['a/b', 'a/b/c', false],
    ['a/+', 'a/b', true],
    ['a/+', 'a', false],
    ['a/+', 'a/b/c', false],
    ['+/b', '/b', true],
    ['a/+/c', 'a//c', true],
    ['a/#', 'a/b/c', true],
    ['a/#', 'a', true],
    ['a/#', 'ab', false],
    ['#', 'a/b', true],
  ])('%s and the topic %s', (filter, topic, matches) => {
    expect(matchesFilter(filter, topic)).toBe(matches)
  })

  test.each([
    ['a/+/b', true],
    ['a/#', true],
    ['a+/b', false],
    ['a/#/b', false],
    ['a#', false],
  ])('the wildcards of %s', (filter, isOne) => {
    expect(isTopicFilter(filter)).toBe(isOne)
  })
})

import { expect, test } from 'vitest'
import { createTestClock } from '../../tests/test-clock.ts'
import { createListening } from './listening.ts'

function start() {
  const clock = createTestClock(0)
  return { clock, listening: createListening(clock) }
}
const textsOf = (messages: readonly { text: string }[]) => messages.map(({ text }) => text)

test('nothing is kept before a user listens, then the newest message comes first', () => {
  const { listening } = start()
  listening.report(1, 'stored', Buffer.from('{"ph":1}'))
  expect(listening.listen(1)).toEqual([])
  listening.report(1, 'stored', Buffer.from('{"ph":2}'))
  listening.report(1, 'refused', Buffer.from('{\u0000'))
  listening.report(2, 'stored', Buffer.from('{"ph":3}'))
  expect(listening.listen(1)).toEqual([
    { number: 2, at: '1970-01-01T00:00:00.000Z', kind: 'refused', text: '{\ufffd' },
    { number: 1, at: '1970-01-01T00:00:00.000Z', kind: 'stored', text: '{"ph":2}' },
  ])
})

test('the messages are forgotten 30 s after the last call', () => {
  const { clock, listening } = start()
  listening.listen(1)
  listening.report(1, 'stored', Buffer.from('a'))
  clock.advance(29_000)
  expect(textsOf(listening.listen(1))).toEqual(['a'])
  clock.advance(30_000)
  listening.report(1, 'stored', Buffer.from('b'))
  expect(listening.listen(1)).toEqual([])
})

test('at most 50 messages of 2,048 characters are kept, of at most 20 terminals', () => {
  const { listening } = start()
  listening.listen(1)
  for (let n = 0; n < 60; n += 1) listening.report(1, 'stored', Buffer.from('x'.repeat(3_000)))
  const kept = listening.listen(1)
  expect([kept.length, kept[0]?.number, kept[0]?.text.length]).toEqual([50, 60, 2_048])
  for (let id = 2; id <= 21; id += 1) listening.listen(id)
  expect(listening.listen(1)).toEqual([])
})

test('events of the link are kept too, and faults of messages only with their message', () => {
  const { listening } = start()
  const saved: string[] = []
  const events = listening.withListener({ saw: (_id, kind) => void saved.push(kind) })
  listening.listen(1)
  events.saw(1, 'wrong_key', { address: '10.0.0.7' })
  events.saw(1, 'text_values', { name: 'ph', raw: '"7"' })
  events.saw(1, 'wrong_topic', { topic: 'a/b' })
  expect(saved).toEqual(['wrong_key', 'text_values', 'wrong_topic'])
  expect(listening.listen(1).map(({ kind, text }) => [kind, text])).toEqual([
    ['wrong_topic', 'a/b'],
    ['wrong_key', '10.0.0.7'],
  ])
})

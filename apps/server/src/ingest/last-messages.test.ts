import { expect, test } from 'vitest'
import { createLastMessages } from './ingest-log.ts'

const said = (text: string) => Buffer.from(text)

test('the last message of each terminal is complete, whether the previous one was longer or shorter', () => {
  const messages = createLastMessages()
  expect(messages.of(1)).toBeNull()
  messages.save(2, said('{"ph":7}'), 'mqtt', 0)
  for (const text of ['{"ph":7.25}', '{}', `{"orp":${'1'.repeat(200)}}`, '{"ph":8}']) {
    messages.save(1, said(text), 'http', 1000)
    expect(messages.of(1)).toEqual({ received_at: '1970-01-01T00:00:01.000Z', transport: 'http', text, is_cut: false })
  }
  expect(messages.of(2)?.text).toBe('{"ph":7}')
})

test('the next read of the socket into the same buffer does not change a saved message', () => {
  const messages = createLastMessages()
  const buffer = said('{"ph":7}')
  messages.save(1, buffer, 'mqtt', 0)
  buffer.fill('x')
  expect(messages.of(1)?.text).toBe('{"ph":7}')
})

test('the first 8 KiB of a long message are saved, and marked as cut', () => {
  const messages = createLastMessages()
  messages.save(1, said('a'.repeat(9000)), 'mqtt', 0)
  expect(messages.of(1)).toMatchObject({ text: 'a'.repeat(8192), is_cut: true })
  messages.save(1, said('b'.repeat(8192)), 'mqtt', 0)
  expect(messages.of(1)).toMatchObject({ text: 'b'.repeat(8192), is_cut: false })
})

import { expect, test } from 'vitest'
import { createTestClock } from '../../tests/test-clock.ts'
import { createLogger } from '../core/log.ts'
import { createIngestLog, rawText, type IngestLogEntry } from './ingest-log.ts'

const TERMINAL = { id: 1, code: 'TRM-1' }

function start() {
  const clock = createTestClock()
  const written: IngestLogEntry[] = []
  const log = createIngestLog({
    write: (entries) => Promise.resolve(void written.push(...entries)),
    clock,
    log: createLogger('silent'),
  })
  return { log, clock, written }
}

test('beyond sixty entries a minute, one entry counts the rest', async () => {
  const { log, written } = start()
  await Promise.all(Array.from({ length: 200 }, () => log.add(TERMINAL, 'measurement_rejected', 'warning', {})))
  expect(written).toHaveLength(60)
  await log.stop()
  expect(written).toHaveLength(61)
  expect(written[60]).toMatchObject({ event: 'measurement_rejected', meta: { more: 140 } })
})

test('a terminal that floods the log silences neither another terminal nor itself a minute later', async () => {
  const { log, clock, written } = start()
  await Promise.all(Array.from({ length: 70 }, () => log.add(TERMINAL, 'measurement_rejected', 'warning', {})))
  await log.add({ id: 2, code: 'TRM-2' }, 'measurement_conflict', 'warning', {})
  clock.advance(60_000)
  await log.add(TERMINAL, 'measurement_implausible', 'warning', {})
  await log.stop()
  expect(written.map(({ event }) => event).filter((event) => event !== 'measurement_rejected')).toEqual([
    'measurement_conflict',
    'measurement_implausible',
  ])
  expect(written.filter(({ meta }) => meta['more'] === 10)).toHaveLength(1)
})

test('a wrong clock is logged once an hour', async () => {
  const { log, clock, written } = start()
  for (let n = 0; n < 5; n += 1) log.addHourly(TERMINAL, 'clock_skew', {})
  clock.advance(3_600_000)
  log.addHourly(TERMINAL, 'clock_skew', {})
  await log.stop()
  expect(written).toHaveLength(2)
})

test('waiting for an entry fails when it could not be saved', async () => {
  const log = createIngestLog({
    write: () => Promise.reject(new Error('away')),
    clock: createTestClock(),
    log: createLogger('silent'),
  })
  await expect(log.add(TERMINAL, 'measurement_rejected', 'warning', {})).rejects.toThrow('away')
})

test.each([
  ['bytes that are no text', Buffer.from([0, 0xff, 0x41]), '\ufffd\ufffdA'],
  ['a half character', 'a\ud800b', '"a\\ud800b"'],
  ['a value', { ph: 'x' }, '{"ph":"x"}'],
  ['nothing', undefined, 'undefined'],
  ['a number beyond all numbers', -Infinity, '-Infinity'],
])('%s is converted to text that jsonb accepts', (_, raw, text) => {
  expect(rawText(raw)).toBe(text)
})

test('only the first 8 KiB of a message are logged', () => {
  expect(rawText(Buffer.alloc(100_000, 'x'))).toHaveLength(8 * 1024)
  expect(Buffer.byteLength(rawText({ text: 'ş'.repeat(100_000) }))).toBeLessThanOrEqual(8 * 1024)
  expect(Buffer.byteLength(rawText(Buffer.from('xş'.repeat(100_000))))).toBeLessThanOrEqual(8 * 1024)
})

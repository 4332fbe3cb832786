import type { Alarm } from '@dalyan/contracts/alarms'
import type { JournalEntry } from '@dalyan/contracts/journal'
import type { Measurement } from '@dalyan/contracts/measurements'
import { perMetric } from '@dalyan/contracts/metrics'
import { afterEach, expect, test, vi } from 'vitest'
import { createEventBus } from '../core/event-bus.ts'
import { createLogger } from '../core/log.ts'
import type { Events } from '../events.ts'
import { createMeasurementFeed, startBroadcasts } from './broadcasts.ts'

/** The fields of an alarm that broadcasts use. */
const alarm = (state: Alarm['state']) => ({ id: 1, tank: { id: 7, code: 'T-7', name: 'Tank' }, state }) as Alarm

/** Broadcasts with subscribers to every channel, whose firm lookups the test answers. */
function open() {
  const lookups: { tanks: readonly number[]; answer: (firms: Map<number, number | null>) => void }[] = []
  const sent: unknown[] = []
  const channels: string[] = []
  const events = createEventBus<Events>((error) => {
    throw error
  })
  const broadcasts = startBroadcasts({
    sockets: {
      hasSubscribers: () => true,
      send: (_audiences, channel, event, data) => {
        channels.push(`${channel} ${event}`)
        if (channel === 'alarms') sent.push(data)
      },
    },
    events,
    log: createLogger('silent'),
    firmsOf: (tanks) => new Promise((answer) => lookups.push({ tanks, answer })),
    tank: async () => undefined,
    terminal: async () => undefined,
  })
  return { broadcasts, events, lookups, sent, channels }
}
const later = () => new Promise(setImmediate)

test('the changes of an alarm are sent in order, however long each lookup of the firm takes', async () => {
  const { broadcasts, events, lookups, sent } = open()
  events.emit('alarm.changed', alarm('active_unack'))
  await later()
  events.emit('alarm.changed', alarm('rtn_unack'))
  // The newest lookup is answered first.
  while (sent.length < 2) {
    await later()
    lookups.pop()?.answer(new Map([[7, null]]))
  }
  expect(sent).toMatchObject([{ state: 'active_unack' }, { state: 'rtn_unack' }])
  broadcasts.stop()
})

test('a new entry of the journal is sent to the pages of its tank only', () => {
  const { broadcasts, events, channels } = open()
  const entry = { id: 'a', tank: { id: 7, code: 'T-7', name: 'Tank' }, kind: 'feeding' } as JournalEntry
  events.emit('journal.written', entry)
  expect(channels).toEqual(['tank.7 journal'])
  broadcasts.stop()
})

test('many alarms that change at once cause one lookup', async () => {
  const { broadcasts, events, lookups, sent } = open()
  const all = Array.from({ length: 50 }, (_, i) => ({ ...alarm('active_unack'), id: i + 1 }))
  for (const one of all) events.emit('alarm.changed', one)
  await later()
  expect(lookups).toHaveLength(1)
  lookups[0]?.answer(new Map([[7, 3]]))
  await later()
  expect(sent).toEqual(all)
  broadcasts.stop()
})

afterEach(() => void vi.useRealTimers())

function reading(at: number): Measurement {
  const instant = new Date(at).toISOString()
  const where = { iot_id: 7, tank_id: 14, clock_skew: false, refused: null }
  return { ...where, measured_at: instant, received_at: instant, ...perMetric(() => null) }
}

test('all readings of a tank are sent, in at most four messages a second, even if the network delays some by a tenth of it', () => {
  vi.useFakeTimers()
  const sent: { at: number; count: number }[] = []
  const feed = createMeasurementFeed({
    hasSubscribers: (channel) => channel === 'tank.14',
    send: (channel, data) => sent.push({ at: Date.now(), count: channel === 'tank.14' ? data.length : 0 }),
    sendNewest: () => undefined,
  })
  for (let n = 0; n < 100; n += 1) {
    feed.add([reading(Date.now())])
    vi.advanceTimersByTime(50)
  }
  vi.advanceTimersByTime(1_000)
  feed.stop()
  expect(sent.reduce((sum, { count }) => sum + count, 0)).toBe(100)
  expect(sent.length).toBeGreaterThan(12)
  for (const [i, { at }] of sent.slice(4).entries()) expect(at - (sent[i]?.at ?? 0)).toBeGreaterThan(1_100)
})

test('the readings of two terminals that report after a pause are each sent within 20 ms, and do not wait for other tanks', () => {
  vi.useFakeTimers()
  const sent: number[] = []
  const feed = createMeasurementFeed({
    hasSubscribers: (channel) => channel === 'tank.14',
    send: () => sent.push(Date.now()),
    sendNewest: () => undefined,
  })
  for (let n = 0; n < 10; n += 1) {
    vi.advanceTimersByTime(n % 2 === 0 ? 1_007 : 90)
    const at = Date.now()
    feed.add([reading(at)])
    vi.advanceTimersByTime(20)
    expect(sent.splice(0).map((one) => one - at)).toEqual([expect.toSatisfy((ms: number) => ms <= 20)])
  }
  feed.stop()
})

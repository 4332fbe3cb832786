import type { Measurement } from '@dalyan/contracts/measurements'
import { perMetric } from '@dalyan/contracts/metrics'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMeasurementFeed } from './measurement-feed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function reading(at: number): Measurement {
  const instant = new Date(at).toISOString()
  const where = { iot_id: 7, tank_id: 14, clock_skew: false }
  return { ...where, measured_at: instant, received_at: instant, ...perMetric(() => null) }
}

test('all readings come, in at most four messages a second, though the network delays some by a tenth of it', () => {
  const sent: { at: number; count: number }[] = []
  const feed = createMeasurementFeed({
    hasReceivers: (audience) => audience === 'tank.14',
    send: (audience, data) => sent.push({ at: Date.now(), count: audience === 'tank.14' ? data.length : 0 }),
    sendNewest: () => undefined,
  })
  for (let n = 0; n < 100; n += 1) {
    feed.add([reading(Date.now())])
    vi.advanceTimersByTime(50)
  }
  vi.advanceTimersByTime(1_000)
  feed.stop()
  expect(sent.reduce((sum, { count }) => sum + count, 0)).toBe(100)
  expect(sent.length).toBeGreaterThan(15)
  for (const [place, { at }] of sent.slice(4).entries()) expect(at - (sent[place]?.at ?? 0)).toBeGreaterThan(1_100)
})

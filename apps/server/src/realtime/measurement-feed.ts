import type { Measurement } from '@dalyan/contracts/measurements'

/** Less than four a second: one that the network delays must not fall into the next four's second. */
const ALL_EVERY_MS = 300
const NEWEST_EVERY_MS = 1000

interface Needs {
  /** Whether this audience has a socket; an empty one gets no measurements saved up. */
  hasReceivers: (audience: string) => boolean
  send: (audience: string, data: Measurement[]) => void
  /** The newest reading of each tank, once a second. */
  sendNewest: (perTank: Measurement[]) => void
}

/**
 * Thins measurements for browsers: on a tank's or terminal's own channel all of them, at most four messages a second;
 * on `tanks` the newest per tank, once a second.
 */
export function createMeasurementFeed({ hasReceivers, send, sendNewest }: Needs) {
  const waiting = new Map<string, Measurement[]>()
  const newest = new Map<number, Measurement>()

  function add(audience: string, measurement: Measurement): void {
    const list = waiting.get(audience)
    if (list) list.push(measurement)
    else if (hasReceivers(audience)) waiting.set(audience, [measurement])
  }

  function flushAll(): void {
    for (const [audience, measurements] of waiting) send(audience, measurements)
    waiting.clear()
  }

  function flushNewest(): void {
    if (newest.size === 0) return
    sendNewest([...newest.values()])
    newest.clear()
  }

  const timers = [setInterval(flushAll, ALL_EVERY_MS), setInterval(flushNewest, NEWEST_EVERY_MS)]

  return {
    add(measurements: readonly Measurement[]): void {
      for (const measurement of measurements) {
        const { tank_id, iot_id } = measurement
        if (iot_id !== null) add(`iot.${iot_id}`, measurement)
        if (tank_id === null) continue
        add(`tank.${tank_id}`, measurement)
        const known = newest.get(tank_id)
        if (!known || known.measured_at <= measurement.measured_at) newest.set(tank_id, measurement)
      }
    },
    stop(): void {
      timers.forEach(clearInterval)
    },
  }
}

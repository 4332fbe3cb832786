import { performance } from 'node:perf_hooks'

/** Buckets grow by 2 %, so a percentile is accurate to 2 % in constant memory, however many values are added. */
const GROWTH = Math.log(1.02)
const SMALLEST_MS = 0.01
const BUCKETS = 1024

/** How fast a run was. Times are milliseconds from sending a message to its acknowledgement; null without acknowledgements (QoS 0). */
interface Speed {
  seconds: number
  per_second: number
  p50_ms: number | null
  p99_ms: number | null
  max_ms: number
}

/** The results of a load. */
export interface LoadReport extends Speed {
  clients: number
  /** Messages by MQTT, readings by HTTP. */
  acknowledged: number
  /** Sent and not acknowledged before the connection broke. */
  lost: number
  broken_connections: number
}

/** The results of terminals that reconnect and resend. */
export interface SimulationReport extends Speed {
  terminals: number
  acknowledged: number
  refused: number
  resent: number
  reconnects: number
  /** Sent or waiting, and unacknowledged at the end. */
  unacknowledged: number
}

/** Counts durations in milliseconds. */
export function createLatencyHistogram() {
  const counts = new Uint32Array(BUCKETS)
  let count = 0
  let max = 0
  return {
    add(ms: number): void {
      const bucket = ms <= SMALLEST_MS ? 0 : Math.min(BUCKETS - 1, Math.ceil(Math.log(ms / SMALLEST_MS) / GROWTH))
      counts[bucket] = (counts[bucket] ?? 0) + 1
      count += 1
      if (ms > max) max = ms
    },
    /** @param share 0…1, 0.99 for the 99th percentile. Null when there are no values. */
    percentile(share: number): number | null {
      if (count === 0) return null
      let left = Math.ceil(count * share)
      for (const [bucket, inBucket] of counts.entries()) {
        left -= inBucket
        if (left <= 0) return Math.min(max, SMALLEST_MS * Math.exp(bucket * GROWTH))
      }
      return max
    },
    get max() {
      return max
    },
    get count() {
      return count
    },
  }
}

export type LatencyHistogram = ReturnType<typeof createLatencyHistogram>

/** Seconds since an instant of `performance.now()`. */
export function secondsSince(from: number): number {
  return (performance.now() - from) / 1000
}

export function speedOf(acknowledged: number, seconds: number, latency: LatencyHistogram): Speed {
  return {
    seconds,
    per_second: acknowledged / seconds,
    p50_ms: latency.percentile(0.5),
    p99_ms: latency.percentile(0.99),
    max_ms: latency.max,
  }
}

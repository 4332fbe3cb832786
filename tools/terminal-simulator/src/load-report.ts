import { performance } from 'node:perf_hooks'
import type { LatencyHistogram } from './latency-histogram.ts'

/** The results of a load. Times are milliseconds from sending a message to its acknowledgement; null without acknowledgements (QoS 0). */
export interface LoadReport {
  clients: number
  seconds: number
  /** Messages by MQTT, readings by HTTP. */
  acknowledged: number
  per_second: number
  p50_ms: number | null
  p99_ms: number | null
  max_ms: number
  /** Sent and not acknowledged before the connection broke. */
  lost: number
  broken_connections: number
}

type Counts = Pick<LoadReport, 'clients' | 'acknowledged' | 'lost' | 'broken_connections'>

/** @param from the start of the load, in milliseconds of `performance.now()`. */
export function loadReport(counts: Counts, from: number, latency: LatencyHistogram): LoadReport {
  const seconds = (performance.now() - from) / 1000
  return {
    ...counts,
    seconds,
    per_second: counts.acknowledged / seconds,
    p50_ms: latency.percentile(0.5),
    p99_ms: latency.percentile(0.99),
    max_ms: latency.max,
  }
}

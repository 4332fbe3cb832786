/** What a load did. Times are milliseconds from sending a message to its acknowledgement; null where nothing is acknowledged (QoS 0). */
export interface LoadReport {
  clients: number
  seconds: number
  /** Messages by MQTT, readings by HTTP. */
  acknowledged: number
  per_second: number
  p50_ms: number | null
  p99_ms: number | null
  max_ms: number
  /** Sent, and not acknowledged when its connection broke. */
  lost: number
  broken_connections: number
}

import type { Alarm } from './alarms.ts'
import type { TankLog, TerminalLog } from './logs.ts'
import type { Measurement } from './measurements.ts'
import type { Tank } from './tanks.ts'
import type { Terminal } from './terminals.ts'

/** What the socket sends, each as `{channel, data}` (decisions §5, Real time). */
export interface LiveMessages {
  measurement: Measurement[]
  alarm: Alarm
  tank: Tank
  /** On `tank.{id}` only the fields that a tank shows of it. */
  iot: Terminal | Pick<Terminal, 'id' | 'code' | 'status' | 'connection' | 'last_seen_at'>
  log: TerminalLog | TankLog
}
export type LiveEvent = keyof LiveMessages
export interface LiveEnvelope<E extends LiveEvent> {
  channel: string
  data: LiveMessages[E]
}

/** The answer to `subscribe` and `unsubscribe`. */
export type SubscribeReply = { ok: true } | { error: string }

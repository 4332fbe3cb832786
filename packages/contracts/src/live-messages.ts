import type { Alarm } from './alarms.ts'
import type { DashboardStats } from './dashboard.ts'
import type { JournalEntry } from './journal.ts'
import type { ServerLog, TankLog, TerminalLog } from './logs.ts'
import type { Measurement } from './measurements.ts'
import type { InboxItem } from './notifications.ts'
import type { Tank } from './tanks.ts'
import type { Terminal } from './terminals.ts'

/** The messages of the socket, each as `{channel, data}`. */
export interface LiveMessages {
  measurement: Measurement[]
  alarm: Alarm
  stats: DashboardStats
  tank: Tank
  /** On `tank.{id}` only the fields of a terminal that its tank shows. */
  iot: Terminal | Pick<Terminal, 'id' | 'code' | 'status' | 'connection' | 'last_seen_at'>
  log: TerminalLog | TankLog | ServerLog
  /** On `tank.{id}`. */
  journal: JournalEntry
  /** On `user.{id}`. */
  notification: InboxItem
}
export type LiveEvent = keyof LiveMessages
export interface LiveEnvelope<E extends LiveEvent> {
  channel: string
  data: LiveMessages[E]
}

/** The page's sign-in (Socket.IO's `auth`). With `idle_lock` an open socket counts as use of its token. */
export interface SocketSignIn {
  token: string | null
  idle_lock: boolean
}
/** Sent as `idle-lock` when the user turns the lock on or off while the socket is open. */
export interface IdleLockTurned {
  locked: boolean
}
/** Why a sign-in is refused (Socket.IO's `connect_error`): only `unauthenticated` means the end of a session. */
export type SocketRefusal = 'unauthenticated' | 'too_many_sockets' | 'not_ready'

/** The answer to `subscribe`, `unsubscribe` and `idle-lock`. */
export type SubscribeReply = { ok: true } | { error: string }

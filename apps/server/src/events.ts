import type { Alarm } from '@dalyan/contracts/alarms'
import type { JournalEntry } from '@dalyan/contracts/journal'
import type { ServerLog, TankLog, TerminalLog } from '@dalyan/contracts/logs'
import type { Measurement } from '@dalyan/contracts/measurements'
import type { InboxItem } from '@dalyan/contracts/notifications'
import type { EventBus } from './core/event-bus.ts'

/** All events, by name, of this process and those that others forward (forward-events.ts). They are announced after commit; the next refetch repairs a missed one. */
export interface Events {
  /** Newly stored readings, in the order of their arrival. */
  'measurements.stored': Measurement[]
  'alarm.changed': Alarm
  /** A user, or the end of a suspension, changed the tank; subscribers reload what depends on its limits, status or assignments. */
  'tank.changed': { id: number }
  'terminal.changed': { id: number; tank_ids: number[] }
  /** The names of a key profile changed, for all terminals that use it. */
  'key_profile.changed': { id: number }
  /** A terminal connected, went stale or went offline. */
  'terminal.connection_changed': { id: number; tank_id: number | null }
  /** A new entry, which may correct another. */
  'journal.written': JournalEntry
  'terminal_log.written': TerminalLog
  'tank_log.written': TankLog
  'server_log.written': ServerLog
  /** An item in a user's inbox. */
  'notification.made': { user_id: number; notification: InboxItem }
  /** Settings of the product changed. */
  'settings.changed': { keys: string[] }
  /** A user's rights changed or the account was deleted; live sessions are checked again. */
  'user.changed': { id: number }
  /** The same for all users of a firm and of the firms above it, whose scope may have changed. */
  'firm.changed': { id: number }
  /** An alarm began, ended, or changed its severity, acknowledgement, shelving or incident. */
  'incidents.changed': Record<string, never>
  /** Events of other processes were lost; subscribers reload what they keep in memory. */
  'events.missed': Record<string, never>
  /** The sockets of these tokens are closed at once. */
  'session.ended': { token_ids: number[] }
}

export type AppEvents = EventBus<Events>

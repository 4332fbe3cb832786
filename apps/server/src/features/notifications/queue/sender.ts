import type { Instant } from '@dalyan/contracts/instant'
import type { NotificationRow } from '../../../core/database/schema-notifications.ts'
import type { Destination, PendingNotification } from './notifications.repository.ts'

/** The result of one try. `dropped`: the recipient cannot be reached by this channel, and another try would not change that. */
export interface SendResult extends Pick<NotificationRow, 'took_ms' | 'status' | 'error' | 'answer'> {
  outcome: 'sent' | 'dropped' | 'failed'
  /** What the server log says of a failure besides. */
  details?: Record<string, string>
}

/** How users, or webhooks, are reached. */
export interface Sender {
  /** Of the notifications that are due for one destination, those that are still worth sending. */
  worthSending(destination: Destination, due: readonly PendingNotification[]): Promise<PendingNotification[]>
  /**
   * Composes one message. @param digest of a digest, the alarms of the last five minutes. @returns what sends it, which never throws; null:
   * nobody is there to receive it
   */
  compose(rows: readonly PendingNotification[], digest: readonly number[] | null): Promise<Send | null>
  /** Remembers how the channel fares. `error` null: well. */
  noteHealth(row: PendingNotification, at: Instant, error: string | null): Promise<void>
}

export type Send = () => Promise<SendResult>

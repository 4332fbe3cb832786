import type { Instant } from '@dalyan/contracts/instant'
import type { NotificationRow } from '../../../core/database/schema-notifications.ts'
import type { Destination, PendingNotification } from './notifications.repository.ts'

/** The result of one try. `dropped`: the recipient cannot be reached by this channel, so another try is useless. */
export interface SendResult extends Pick<NotificationRow, 'took_ms' | 'status' | 'error' | 'answer'> {
  outcome: 'sent' | 'dropped' | 'failed'
  /** Further details for the server log. */
  details?: Record<string, string>
}

/** Sends messages to users, or to webhooks. */
export interface Sender {
  /** Those of the due notifications of one destination that are still worth sending. */
  worthSending(destination: Destination, due: readonly PendingNotification[]): Promise<PendingNotification[]>
  /**
   * Composes one message. @param digest for a digest, the alarms of the last five minutes. @returns a function that sends it and never
   * throws; null: there is no recipient
   */
  compose(rows: readonly PendingNotification[], digest: readonly number[] | null): Promise<Send | null>
  /** Stores the result in the channel's health. `error` null: it was sent. */
  noteHealth(row: PendingNotification, at: Instant, error: string | null): Promise<void>
}

export type Send = () => Promise<SendResult>

import type { Instant } from '@dalyan/contracts/instant'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Basics } from '../../../basics.ts'
import { instantAt } from '../../../core/clock.ts'
import type { NotificationRow } from '../../../core/database/schema-notifications.ts'
import type { Logger } from '../../../core/log.ts'
import { DIGEST_WINDOW_MS, planMessages, repeatsEmail, type PlannedMessage } from './digests.rules.ts'
import { nextTry } from './notifications.rules.ts'
import { notificationsRepository, type Destination, type PendingNotification } from './notifications.sql.ts'

/** In a power cut many destinations use the database at once; the other connections are for users of the page. */
const DATABASE_AT_ONCE = 3
/** A webhook takes several messages at once; a user's messages leave one after the other. */
const WEBHOOK_AT_ONCE = 8

/** The result of one try. `dropped`: the recipient cannot be reached by this channel, so another try is useless. */
export interface SendResult extends Pick<NotificationRow, 'took_ms' | 'status' | 'error' | 'answer'> {
  outcome: 'sent' | 'dropped' | 'failed'
  /** Further details for the server log. */
  details?: Record<string, string>
}

export type Send = () => Promise<SendResult>

/** Sends messages to users, or to webhooks. */
export interface Sender {
  /** Those of the due notifications of one destination that are still worth sending. */
  worthSending(destination: Destination, due: readonly PendingNotification[]): Promise<readonly PendingNotification[]>
  /**
   * Composes one message. @returns a function that sends it and never
   * throws; null: there is no recipient
   */
  compose(message: PlannedMessage<PendingNotification>): Promise<Send | null>
  /** Stores the result in the channel's health. `error` null: it was sent. */
  recordHealth(row: PendingNotification, at: Instant, error: string | null): Promise<void>
}

interface Needs extends Pick<Basics, 'database' | 'clock'> {
  log: Pick<Logger, 'warn' | 'error'>
  users: Sender
  webhooks: Sender
}

interface Deliveries extends Needs {
  /** Never held during a request: a mail server that does not answer must not delay other recipients. */
  withDatabase: LimitFunction
  /** The running delivery of each destination. */
  running: Map<string, Promise<void>>
}

type QueuedMessage = PlannedMessage<PendingNotification>

/** Sends the due notifications of the queue and writes the results. Notifications of a killed process stay due for the next one. */
export function createDeliveries(needs: Needs) {
  const deliveries: Deliveries = { ...needs, withDatabase: pLimit(DATABASE_AT_ONCE), running: new Map() }
  return {
    deliverTo: (destination: Destination) => deliverTo(deliveries, destination),
    poll: () => poll(deliveries),
    testWebhook: (webhookId: number) => testWebhook(deliveries, webhookId),
    /** Resolves when all running deliveries are over. */
    settled: async () => void (await Promise.allSettled(deliveries.running.values())),
  }
}

/** Starts to send what is due without waiting for it: a recipient that does not answer must not delay the others. */
async function poll(deliveries: Deliveries): Promise<void> {
  const { database, clock, log, running } = deliveries
  for (const destination of await notificationsRepository(database).findDestinations(instantAt(clock.now()))) {
    if (running.has(keyOf(destination))) continue
    deliverTo(deliveries, destination).catch((error: unknown) =>
      log.warn({ err: error, ...destination }, 'notifications are sent later'),
    )
  }
}

/** Sends a test message to a webhook at once, without repeats. @returns why it failed, or null */
async function testWebhook(deliveries: Deliveries, webhook_id: number): Promise<string | null> {
  const notifications = notificationsRepository(deliveries.database)
  const destination: Destination = { user_id: null, webhook_id, channel: 'webhook' }
  const [id] = await notifications.insertTests([destination], instantAt(deliveries.clock.now()), null)
  const test = id === undefined ? undefined : await notifications.findById(id)
  if (!test) throw new Error('the test message could not be saved')
  return sendMessage(deliveries, { rows: [test], digest: null, incident_id: null, isUpdate: false })
}

/** Runs one delivery at a time per destination: two at once would send the same messages. */
function deliverTo(deliveries: Deliveries, destination: Destination): Promise<void> {
  const { running } = deliveries
  const key = keyOf(destination)
  const before = running.get(key) ?? Promise.resolve()
  const mine = before.catch(() => undefined).then(() => deliver(deliveries, destination))
  running.set(key, mine)
  const forget = () => void (running.get(key) === mine && running.delete(key))
  mine.then(forget, forget)
  return mine
}

async function deliver(deliveries: Deliveries, destination: Destination): Promise<void> {
  const messages = await deliveries.withDatabase(() => takeMessages(deliveries, destination))
  const inTurn = pLimit(destination.webhook_id === null ? 1 : WEBHOOK_AT_ONCE)
  await Promise.all(messages.map((message) => inTurn(() => sendMessage(deliveries, message))))
}

/** The messages to send now. Drops notifications that are no longer worth sending, and holds back those for the next digest. */
async function takeMessages(needs: Needs, destination: Destination): Promise<QueuedMessage[]> {
  const { database, clock } = needs
  const notifications = notificationsRepository(database)
  const at = instantAt(clock.now())
  const rows = await notifications.findRecent(destination, instantAt(clock.now() - DIGEST_WINDOW_MS), at)
  // All waiting notifications of a user leave with the due ones. Each message to a webhook has its own pauses.
  const isDue = ({ next_try_at }: PendingNotification) =>
    next_try_at !== null && (destination.webhook_id === null || next_try_at <= at)
  const due = rows.filter(isDue)
  if (due.length === 0) return []
  const worth = await senderOf(needs, destination).worthSending(destination, due)
  const incidents = await notifications.findNotifiedIncidents(destination, [
    ...new Set(worth.flatMap(({ incident_id }) => incident_id ?? [])),
  ])
  const notified = new Set(incidents)
  const wanted = worth.filter((row) => !repeatsEmail(row, notified))
  const worthIds = new Set(idsOf(wanted))
  const dropped = new Set(idsOf(due).filter((id) => !worthIds.has(id)))
  await notifications.drop([...dropped], at)
  const recent = rows.filter(({ id }) => !dropped.has(id))
  const { messages, held } = planMessages(wanted, recent, at, notified)
  for (const { rows: waiting, until } of held) await notifications.hold(destination, idsOf(waiting), until)
  return messages
}

/** @returns why it failed, or null */
async function sendMessage(deliveries: Deliveries, message: QueuedMessage): Promise<string | null> {
  const { clock, withDatabase } = deliveries
  const [first] = message.rows
  if (!first) return null
  const sender = senderOf(deliveries, first)
  const send = await withDatabase(() => sender.compose(message))
  const result = send ? await send() : NOBODY
  await withDatabase(() => settle(deliveries, message, first, result))
  const { outcome, error } = result
  if (outcome === 'sent' || error !== null) await sender.recordHealth(first, instantAt(clock.now()), error)
  return error
}

async function settle(
  { database, clock, log }: Needs,
  { rows, digest }: QueuedMessage,
  first: PendingNotification,
  { outcome, details, ...result }: SendResult,
): Promise<void> {
  const { channel, user_id, webhook_id, id, digest_id } = first
  const now = instantAt(clock.now())
  const tries = first.tries + 1
  const isQueued = first.next_try_at !== null
  const next_try_at = outcome === 'failed' && isQueued ? nextTry(first, tries, clock.now()) : null
  await notificationsRepository(database).settle(idsOf(rows), now, {
    ...result,
    sent_at: outcome === 'sent' ? now : null,
    dropped_at: outcome !== 'sent' && next_try_at === null ? now : null,
    next_try_at,
    digest_id: digest === null ? null : (digest_id ?? id),
  })
  if (outcome !== 'failed' || !isQueued) return
  const about = { channel, user_id, webhook_id, notification_id: id, tries, reason: result.error, ...details }
  if (next_try_at === null) log.error(about, 'a notification could not be sent for a day; it is given up')
  else if (tries === 1) log.warn(about, 'a notification could not be sent; it is tried again')
}

const NOBODY: SendResult = { outcome: 'dropped', took_ms: null, status: null, error: null, answer: null }
const senderOf = ({ users, webhooks }: Needs, { webhook_id }: Destination) => (webhook_id === null ? users : webhooks)
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
const keyOf = ({ user_id, webhook_id, channel }: Destination) => `${user_id} ${webhook_id} ${channel}`

import pLimit from 'p-limit'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Database } from '../../../core/database/database.ts'
import type { Logger } from '../../../core/log.ts'
import { nextTry, planMessages, type PlannedMessage } from './messages.rules.ts'
import { DIGEST_WINDOW_MS } from './notifications.rules.ts'
import { notificationsRepository, type Destination, type PendingNotification } from './notifications.repository.ts'
import type { Send, Sender, SendResult } from './sender.ts'

/** In a power cut many destinations use the database at once; the other connections are for users of the page. */
const DATABASE_AT_ONCE = 3
/** A webhook takes several messages at once; a user's messages leave one after the other. */
const WEBHOOK_AT_ONCE = 8

interface Needs {
  database: Database
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
  users: Sender
  webhooks: Sender
}

type Message = PlannedMessage<PendingNotification>

/** Sends the due notifications of the queue and writes the results. Notifications of a killed process stay due for the next one. */
export function createDeliveries({ database, clock, log, users, webhooks }: Needs) {
  const notifications = notificationsRepository(database)
  const now = () => instantAt(clock.now())
  // Never held during a request: a mail server that does not answer must not delay other recipients.
  const withDatabase = pLimit(DATABASE_AT_ONCE)
  const running = new Map<string, Promise<void>>()
  const senderOf = ({ webhook_id }: Destination) => (webhook_id === null ? users : webhooks)

  /** The messages to send now. Drops notifications that are no longer worth sending, and holds back those for the next digest. */
  async function takeMessages(destination: Destination): Promise<Message[]> {
    const at = now()
    const rows = await notifications.findRecent(destination, instantAt(clock.now() - DIGEST_WINDOW_MS), at)
    // All waiting notifications of a user leave with the due ones. Each message to a webhook has its own pauses.
    const isDue = ({ next_try_at }: PendingNotification) =>
      next_try_at !== null && (destination.webhook_id === null || next_try_at <= at)
    const due = rows.filter(isDue)
    if (due.length === 0) return []
    const worth = await senderOf(destination).worthSending(destination, due)
    const worthIds = new Set(worth.map(({ id }) => id))
    const dropped = new Set(due.map(({ id }) => id).filter((id) => !worthIds.has(id)))
    await notifications.drop([...dropped], at)
    const recent = rows.filter(({ id }) => !dropped.has(id))
    const { messages, held } = planMessages(worth, recent, at)
    for (const { rows: waiting, until } of held) await notifications.hold(destination, idsOf(waiting), until)
    return messages
  }

  async function sendMessage(message: Message): Promise<string | null> {
    const [first] = message.rows
    if (!first) return null
    const sender = senderOf(first)
    const send = await withDatabase(() => sender.compose(message.rows, message.digest))
    const result = await (send ?? nobody)()
    await withDatabase(() => settle(message, first, result))
    if (result.outcome === 'sent' || result.error !== null) await sender.noteHealth(first, now(), result.error)
    return result.error
  }

  async function settle({ rows, digest }: Message, first: PendingNotification, result: SendResult): Promise<void> {
    const { outcome, took_ms, status, error, answer, details } = result
    const isQueued = first.next_try_at !== null
    const next_try_at = outcome === 'failed' && isQueued ? nextTry(first, first.tries + 1, clock.now()) : null
    await notifications.settle(idsOf(rows), now(), {
      sent_at: outcome === 'sent' ? now() : null,
      dropped_at: outcome !== 'sent' && next_try_at === null ? now() : null,
      next_try_at,
      digest_id: digest === null ? null : (first.digest_id ?? first.id),
      took_ms,
      status,
      error,
      answer,
    })
    if (outcome !== 'failed' || !isQueued) return
    const { channel, user_id, webhook_id } = first
    const about = { channel, user_id, webhook_id, notification_id: first.id, tries: first.tries + 1, reason: error }
    if (next_try_at === null)
      log.error({ ...about, ...details }, 'a notification could not be sent for a day; it is given up')
    else if (first.tries === 0)
      log.warn({ ...about, ...details }, 'a notification could not be sent; it is tried again')
  }

  async function deliver(destination: Destination): Promise<void> {
    const messages = await withDatabase(() => takeMessages(destination))
    const inTurn = pLimit(destination.webhook_id === null ? 1 : WEBHOOK_AT_ONCE)
    await Promise.all(messages.map((message) => inTurn(() => sendMessage(message))))
  }

  /** Runs one delivery at a time per destination: two at once would send the same messages. */
  function deliverTo(destination: Destination): Promise<void> {
    const key = keyOf(destination)
    const before = running.get(key) ?? Promise.resolve()
    const mine = before.catch(() => undefined).then(() => deliver(destination))
    running.set(key, mine)
    const forget = () => void (running.get(key) === mine && running.delete(key))
    mine.then(forget, forget)
    return mine
  }

  return {
    deliverTo,

    /** Starts to send what is due without waiting for it: a recipient that does not answer must not delay the others. */
    async poll(): Promise<void> {
      for (const destination of await notifications.findDestinations(now())) {
        if (running.has(keyOf(destination))) continue
        deliverTo(destination).catch((error: unknown) =>
          log.warn({ err: error, ...destination }, 'notifications are sent later'),
        )
      }
    },

    /** Sends a test message to a webhook at once, without repeats. @returns why it failed, or null */
    async testWebhook(webhook_id: number): Promise<string | null> {
      const destination: Destination = { user_id: null, webhook_id, channel: 'webhook' }
      const [id] = await notifications.insertTests([destination], now(), null)
      const test = id === undefined ? undefined : await notifications.findById(id)
      if (!test) throw new Error('the test message could not be saved')
      return sendMessage({ rows: [test], digest: null })
    },

    /** Resolves when all running deliveries are over. */
    async settled(): Promise<void> {
      await Promise.allSettled(running.values())
    },
  }
}

const nobody: Send = () =>
  Promise.resolve({ outcome: 'dropped', took_ms: null, status: null, error: null, answer: null })
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
const keyOf = ({ user_id, webhook_id, channel }: Destination) => `${user_id} ${webhook_id} ${channel}`

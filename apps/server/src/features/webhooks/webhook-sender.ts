import { createHmac } from 'node:crypto'
import type { Alarm } from '@dalyan/contracts/alarms'
import { webhookEventOf } from '@dalyan/contracts/webhooks'
import type { Basics } from '../../basics.ts'
import type { Connection } from '../../core/database/database.ts'
import { isTaken, postOnce } from '../../core/outbound/post-once.ts'
import type { TargetGuard } from '../../core/outbound/public-agent.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import type { Sender, SendResult } from '../notifications/queue/deliver-notifications.ts'
import { bodyOf, deliveryIdOf, textOf, type WebhookContent } from './webhook-content.rules.ts'
import { WEBHOOK_SECRET, webhooksRepository, type WebhookTarget } from './webhooks.sql.ts'

const TIMEOUT_MS = 10_000

interface Needs extends Pick<Basics, 'database' | 'clock'> {
  guard: TargetGuard
  secrets: Pick<SecretBox, 'open'>
  findAlarms: (on: Connection, ids: readonly number[]) => Promise<Alarm[]>
  /** The alarm in one sentence. */
  describe: (alarm: Alarm | null) => string
}

/** Sends to webhooks, such as a phone gateway or a siren. */
export function createWebhookSender({ database, clock, guard, secrets, findAlarms, describe }: Needs) {
  const webhooks = webhooksRepository(database)
  const closing = new AbortController()

  async function post({ url, secret, template }: WebhookTarget, content: WebhookContent): Promise<SendResult> {
    const { type, body } = bodyOf(template, content, clock.now())
    const headers = {
      'content-type': type,
      'user-agent': 'Dalyan',
      'x-dalyan-event': content.event,
      'x-dalyan-delivery': content.id,
      'x-dalyan-signature': `sha256=${createHmac('sha256', secrets.open(WEBHOOK_SECRET, secret)).update(body).digest('hex')}`,
    }
    const begun = performance.now()
    const took = () => Math.round(performance.now() - begun)
    // The path and the query of the URL may contain secrets of the receiver, so the log gets only the host.
    const details = { host: new URL(url).host, event: content.event, delivery: content.id }
    try {
      const sent = { guard, body, headers, timeoutMs: TIMEOUT_MS, signal: closing.signal }
      const { status, begins } = await postOnce(url, sent)
      const error = isTaken(status) ? null : `HTTP ${status}`
      return { outcome: error === null ? 'sent' : 'failed', took_ms: took(), status, error, answer: begins, details }
    } catch (failure) {
      const error = failure instanceof Error ? failure.message : String(failure)
      return { outcome: 'failed', took_ms: took(), status: null, error, answer: null, details }
    }
  }

  const sender: Sender = {
    worthSending: async (_, due) => due,

    async compose({ rows, digest }) {
      const [first] = rows
      const target = first && (await webhooks.findTarget(first.webhook_id ?? 0))
      if (!target) return null
      const ids = rows.flatMap(({ alarm_id }) => alarm_id ?? [])
      const alarms = await findAlarms(database, ids)
      const isTest = first.alarm_id === null
      if (!isTest && (!target.active || alarms.length === 0)) return null
      const event = webhookEventOf(first.reason)
      const text = textOf(event, isTest ? [describe(null)] : alarms.map(describe))
      const alarm = alarms.length === 1 ? (alarms[0] ?? null) : null
      const content = { id: deliveryIdOf(first, digest !== null), event, text, alarm, alarms }
      return () => post(target, content)
    },

    recordHealth: ({ webhook_id }, at, error) => webhooks.note(webhook_id ?? 0, at, error),
  }

  return {
    ...sender,
    /** Aborts running requests; the next start repeats them. */
    close: () => closing.abort(new Error('the server was stopped')),
  }
}

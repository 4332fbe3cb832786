import { createHmac, randomUUID } from 'node:crypto'
import type { Alarm } from '@dalyan/contracts/alarms'
import { WEBHOOK_TEST, type Webhook } from '@dalyan/contracts/webhooks'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { JobKind, JobOutcome, JobQueue } from '../../core/database/job-queue.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { Logger } from '../../core/log.ts'
import { isTaken, postOnce, type PostAnswer } from '../../core/outbound/post-once.ts'
import type { TargetGuard } from '../../core/outbound/public-agent.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import { bodyOf, type WebhookContent } from './webhook-body.rules.ts'
import { queueWebhooks, type WebhookOccasion, type DigestRule } from './queue-webhooks.ts'
import { webhookDeliveriesRepository, type DueDelivery, type TryOutcome } from './webhook-deliveries.repository.ts'
import { eventText, listText } from './webhook-texts.ts'
import { nextTryAfter } from './webhook-tries.rules.ts'
import { WEBHOOK_SECRET, webhooksRepository, type WebhookTarget } from './webhooks.repository.ts'

const TIMEOUT_MS = 10_000
const KEPT_MS = 30 * 86_400_000
/** A job is one try; the next one is another job, put before this one begins. */
const WEBHOOK_JOBS: JobKind = { name: 'webhook', retryLimit: 5, retryDelay: 5, retryDelayMax: 60, batchSize: 20 }

interface WebhookJob {
  delivery_id: number
  /** How many tries were made before. */
  tries: number
}

interface Needs {
  database: Database
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
  jobs: JobQueue
  guard: TargetGuard
  secrets: Pick<SecretBox, 'open'>
  findAlarms: (on: Connection, ids: readonly number[]) => Promise<Alarm[]>
  /** The alarm in one sentence. */
  describe: (alarm: Alarm | null) => string
  many: DigestRule
}

type BegunDelivery = DueDelivery & { isLast: boolean }

export type WebhookDeliveries = ReturnType<typeof createWebhookDeliveries>

/** Brings alarms to other machines: a gateway for calls, a siren. */
export function createWebhookDeliveries({ database, clock, log, jobs, guard, ...needs }: Needs) {
  const { secrets, findAlarms, describe, many } = needs
  const webhooks = webhooksRepository(database)
  const deliveries = webhookDeliveriesRepository(database)
  const now = () => instantAt(clock.now())
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function post({ url, secret, template }: WebhookTarget, content: WebhookContent): Promise<PostAnswer> {
    const { type, body } = bodyOf(template, content, clock.now())
    const headers = {
      'content-type': type,
      'user-agent': 'Dalyan',
      'x-dalyan-event': content.event,
      'x-dalyan-delivery': content.id,
      'x-dalyan-signature': `sha256=${createHmac('sha256', secrets.open(WEBHOOK_SECRET, secret)).update(body).digest('hex')}`,
    }
    return postOnce(url, { guard, body, headers, timeoutMs: TIMEOUT_MS, signal: closing.signal })
  }

  /** Sends, and keeps how it went. @returns why it was not taken, or null. */
  async function send(id: number, target: WebhookTarget, content: WebhookContent): Promise<string | null> {
    const begun = performance.now()
    const took = () => Math.round(performance.now() - begun)
    const outcome = await post(target, content).then(
      ({ status, begins }): TryOutcome => ({
        took_ms: took(),
        status,
        error: isTaken(status) ? null : `HTTP ${status}`,
        answer: begins,
      }),
      (error: unknown): TryOutcome => {
        const reason = error instanceof Error ? error.message : String(error)
        return { took_ms: took(), status: null, error: reason, answer: null }
      },
    )
    await deliveries.settle(id, now(), outcome)
    await webhooks.note(target.id, now(), outcome.error)
    return outcome.error
  }

  const jobOf = (delivery_id: number, tries: number, afterSeconds = 0) => ({
    key: `${delivery_id} ${tries}`,
    data: { delivery_id, tries } satisfies WebhookJob,
    afterSeconds,
  })

  /**
   * Arranges the next try before this one is made: whoever is killed in between loses nothing, and a try that succeeds leaves a job that finds
   * nothing to do.
   */
  function begin({ delivery_id, tries }: WebhookJob): Promise<BegunDelivery | null> {
    return database.transact(async (on) => {
      const rows = webhookDeliveriesRepository(on)
      const due = await rows.lockDue(delivery_id, tries)
      if (!due) return null
      const after = nextTryAfter({ queued_at: due.queued_at, tries: tries + 1 }, clock.now())
      await rows.begin(delivery_id, now(), after === null ? null : instantAt(clock.now() + after * 1000))
      if (after !== null) await jobs.put(on, WEBHOOK_JOBS, [jobOf(delivery_id, tries + 1, after)])
      return { ...due, isLast: after === null }
    })
  }

  function contentOf(id: string, event: WebhookContent['event'], alarms: Alarm[]): WebhookContent {
    const [alarm = null, ...more] = alarms
    if (more.length === 0) return { id, event, text: eventText(event, describe(alarm)), alarm, alarms }
    return { id, event, text: listText(event, alarms.map(describe)), alarm: null, alarms }
  }

  /** The try that has begun. */
  async function finish({ id, webhook_id, alarm_ids, event, delivery, tries, isLast }: BegunDelivery): Promise<void> {
    const target = await webhooks.findTarget(webhook_id)
    const alarms = await findAlarms(database, alarm_ids)
    if (!target?.active || alarms.length === 0) return deliveries.drop(id)
    const error = await send(id, target, contentOf(delivery, event, alarms))
    if (error === null) return
    // Its path and query may hold the receiver's own secrets.
    const about = { webhook_id, host: new URL(target.url).host, event, delivery, tries: tries + 1, reason: error }
    if (isLast) log.error(about, 'a webhook did not take an alarm for a day; it is given up')
    else if (tries === 0) log.warn(about, 'a webhook did not take an alarm; it is tried again')
  }

  /** Nobody waits for it: a receiver that never answers keeps no other one waiting. */
  function letFinish(begun: BegunDelivery): void {
    const trying = finish(begun)
      .catch((error: unknown) => log.warn({ err: error, delivery: begun.delivery }, 'a webhook is tried again'))
      .finally(() => underWay.delete(trying))
    underWay.add(trying)
  }

  async function work(job: WebhookJob): Promise<JobOutcome> {
    try {
      const begun = await begin(job)
      if (begun) letFinish(begun)
      return 'done'
    } catch (error) {
      return { error }
    }
  }
  jobs.handle<WebhookJob>(WEBHOOK_JOBS, (given) => Promise.all(given.map(work)))

  return {
    /** In the alarms' own transaction. */
    async put(on: Connection, heard: readonly WebhookOccasion[]): Promise<void> {
      const queued = await queueWebhooks(on, heard, { now: clock.now(), many })
      await jobs.put(
        on,
        WEBHOOK_JOBS,
        queued.map(({ id, afterSeconds }) => jobOf(id, 0, afterSeconds)),
      )
    },

    /** A trial at once, tried once. 502 where it is not taken. */
    async test(id: number): Promise<Webhook> {
      const target = await webhooks.findTarget(id)
      if (!target) throw notFound()
      const content = contentOf(`test-${randomUUID()}`, WEBHOOK_TEST, [])
      const trial = { webhook_id: id, alarm_id: null, event: WEBHOOK_TEST, delivery: content.id }
      const [trialId] = await deliveries.insert([trial], now())
      if (trialId === undefined) throw new Error('the trial could not be kept')
      await deliveries.begin(trialId, now(), null)
      const reason = await send(trialId, target, content)
      if (reason !== null) throw new AppError(502, 'channel_failed', { parts: { reason } })
      const webhook = await webhooks.findById(id)
      if (!webhook) throw notFound()
      return webhook
    },

    /** Tries what has waited too long: the server was away, or had no queue when it was put. */
    async recover(): Promise<void> {
      const overdue = await deliveries.findOverdue(now())
      for (const { id, tries } of overdue) {
        const begun = await begin({ delivery_id: id, tries })
        if (begun) letFinish(begun)
      }
      await Promise.all(underWay)
    },

    /** Breaks off what is under way; it is tried again by the next start. */
    async close(): Promise<void> {
      closing.abort(new Error('the server was stopped'))
      await Promise.all(underWay)
    },

    /** Forgets what was sent long ago. */
    sweep: () => deliveries.removeBefore(instantAt(clock.now() - KEPT_MS)),
  }
}

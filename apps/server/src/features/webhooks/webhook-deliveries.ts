import { createHmac } from 'node:crypto'
import { request, type Agent } from 'node:https'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { Instant } from '@dalyan/contracts/instant'
import type { Webhook, WebhookEvent } from '@dalyan/contracts/webhooks'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { JobKind, JobOutcome, JobQueue } from '../../core/database/job-queue.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { refusePrivate } from '../../core/outbound/public-agent.ts'
import { bodyOf, type WebhookContent } from './webhook-body.rules.ts'
import { webhooksRepository, type WebhookTarget } from './webhooks.repository.ts'

/** What a trial is called, beside the events of alarms. */
const TRIAL = 'test'
const TRIED_FOR_MS = 24 * 3_600_000
const TIMEOUT_MS = 10_000
/** Seldom enough to spare a receiver that is down, often enough to last for a day. */
const WEBHOOK_JOBS: JobKind = { name: 'webhook', retryLimit: 60, retryDelay: 15, retryDelayMax: 3600, batchSize: 20 }

interface WebhookJob {
  webhook_id: number
  alarm_id: number
  event: WebhookEvent
  /** Names this event; a repeat has the same. */
  id: string
  /** Epoch milliseconds. */
  since: number
}

/** An alarm that webhooks are to hear of. */
export interface Heard {
  alarm_id: number
  tank_id: number
  event: WebhookEvent
  /** Since when it is told anew, and the how manieth reminder this is: together they name the event. */
  occasion: Instant
  turn: number
}

interface Needs {
  database: Database
  clock: Clock
  jobs: JobQueue
  agent: Agent
  allowPrivate: boolean
  findAlarms: (on: Connection, ids: readonly number[]) => Promise<Alarm[]>
  /** The alarm in one sentence. */
  describe: (alarm: Alarm | null) => string
}

export type WebhookDeliveries = ReturnType<typeof createWebhookDeliveries>

/** Brings alarms to other machines: a gateway for calls, a siren. */
export function createWebhookDeliveries(needs: Needs) {
  const { database, clock, jobs, agent, allowPrivate, findAlarms, describe } = needs
  const webhooks = webhooksRepository(database)

  async function deliver(target: WebhookTarget, content: WebhookContent): Promise<void> {
    const { type, body } = bodyOf(target.template, content)
    try {
      refusePrivate(target.url, allowPrivate)
      const status = await post(target.url, agent, body, {
        'content-type': type,
        'user-agent': 'Dalyan',
        'x-dalyan-event': content.event,
        'x-dalyan-delivery': content.id,
        'x-dalyan-signature': `sha256=${createHmac('sha256', target.secret).update(body).digest('hex')}`,
      })
      // What it redirects to was never entered by anybody.
      if (status < 200 || status > 299) throw new Error(`HTTP ${status}`)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      await webhooks.note(target.id, instantAt(clock.now()), reason)
      throw error
    }
    await webhooks.note(target.id, instantAt(clock.now()), null)
  }

  async function work({ webhook_id, alarm_id, event, id, since }: WebhookJob): Promise<JobOutcome> {
    const target = await webhooks.findTarget(webhook_id)
    const [alarm] = await findAlarms(database, [alarm_id])
    if (!target?.active || !alarm || clock.now() - since > TRIED_FOR_MS) return 'done'
    try {
      await deliver(target, { id, event, text: describe(alarm), alarm })
      return 'done'
    } catch (error) {
      return { error }
    }
  }
  jobs.handle<WebhookJob>(WEBHOOK_JOBS, (given) => Promise.all(given.map(work)))

  return {
    /** In the alarms' own transaction. */
    async put(on: Connection, heard: readonly Heard[]): Promise<void> {
      const listening = await webhooksRepository(on).findOfTanks(heard.map(({ tank_id }) => tank_id))
      const wanted = heard.flatMap(({ alarm_id, tank_id, event, occasion, turn }) => {
        const id = `${alarm_id}-${Date.parse(occasion)}-${turn}`
        return listening
          .filter((webhook) => webhook.tank_id === tank_id && webhook.events.includes(event))
          .map(({ id: webhook_id }) => ({
            key: `${webhook_id} ${id}`,
            data: { webhook_id, alarm_id, event, id, since: clock.now() } satisfies WebhookJob,
          }))
      })
      await jobs.put(on, WEBHOOK_JOBS, wanted)
    },

    /** A trial at once. 502 where it is not taken. */
    async test(id: number): Promise<Webhook> {
      const target = await webhooks.findTarget(id)
      if (!target) throw notFound()
      try {
        await deliver(target, { id: `test-${clock.now()}`, event: TRIAL, text: describe(null), alarm: null })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new AppError(502, 'channel_failed', { parts: { reason } })
      }
      const webhook = await webhooks.findById(id)
      if (!webhook) throw notFound()
      return webhook
    },
  }
}

/** @returns the answer's status; what else it says is not read. */
function post(url: string, agent: Agent, body: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const sent = request(url, { method: 'POST', agent, signal, headers }, (response) => {
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

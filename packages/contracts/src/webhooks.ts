import * as z from 'zod/mini'
import { plainText } from './codes.ts'
import { endpoint, recordEndpoints } from './endpoint.ts'
import { Instant } from './instant.ts'
import { HttpsAddress, type NotificationReason } from './notifications.ts'
import { IdInQuery, IdParams, pageOf, pageQuery, RecordId, sortOf } from './paging.ts'
import { FirmRef } from './users.ts'

/** Events that require an action. `alarm.notified_again`: more severe, clearly worse, active again, or its acknowledgement or shelving expired. */
export const CALLING_EVENTS = ['alarm.raised', 'alarm.notified_again', 'alarm.reminder'] as const
const TRANSITIONS = ['acknowledged', 'shelved', 'cleared', 'closed'] as const
/** `alarm.cleared`: no terminal is out of range any more; `alarm.closed`: a user has acknowledged it, too. */
export const WEBHOOK_EVENTS = [
  ...CALLING_EVENTS,
  'alarm.acknowledged',
  'alarm.shelved',
  'alarm.cleared',
  'alarm.closed',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
/** The test message that an administrator sends. */
export const WEBHOOK_TEST = 'test'

/** Why a webhook is notified: the reasons of users, and transitions of an alarm that require no action. */
export type WebhookReason = NotificationReason | (typeof TRANSITIONS)[number]

const isTransition = (reason: WebhookReason): reason is (typeof TRANSITIONS)[number] =>
  (TRANSITIONS as readonly string[]).includes(reason)

/** Whether this reason requires an action. */
export function isCalling(reason: WebhookReason): reason is NotificationReason {
  return !isTransition(reason)
}

export function webhookEventOf(reason: WebhookReason): WebhookEvent | typeof WEBHOOK_TEST {
  if (reason === WEBHOOK_TEST) return WEBHOOK_TEST
  if (reason === 'raised' || reason === 'reminder' || isTransition(reason)) return `alarm.${reason}`
  return 'alarm.notified_again'
}

/**
 * The names that a template may use as `{{tank_code}}`. `text` is the message that users get; `unanswered` is true while the alarm waits for an
 * acknowledgement at the moment of sending, for sirens.
 */
export const WEBHOOK_PLACEHOLDERS = [
  'id',
  'event',
  'text',
  'alarm_id',
  'kind',
  'metric',
  'severity',
  'state',
  'unanswered',
  'value',
  'limit',
  'out_since',
  'tank_code',
  'tank_name',
  'terminal_code',
  'acknowledged_by',
  'note',
] as const
export type WebhookPlaceholder = (typeof WEBHOOK_PLACEHOLDERS)[number]

const known = new Set<string>(WEBHOOK_PLACEHOLDERS)
const Template = plainText(4000).check(
  z.refine((text) => [...text.matchAll(/\{\{(.*?)\}\}/g)].every(([, name = '']) => known.has(name.trim())), {
    error: 'unknown_placeholder',
  }),
)

export const Webhook = z.object({
  id: z.int(),
  firm: z.nullable(FirmRef),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** The body with placeholders; null: JSON of the event with the full alarm. */
  template: z.nullable(z.string()),
  active: z.boolean(),
  /** Deliveries that will be retried. */
  waiting: z.int(),
  last_success_at: z.nullable(Instant),
  last_failure_at: z.nullable(Instant),
  last_error: z.nullable(z.string()),
  created_at: Instant,
  updated_at: Instant,
})
export type Webhook = z.infer<typeof Webhook>

/** Contains the secret of `x-dalyan-signature`, shown only once. */
export const WebhookWithSecret = z.object({ ...Webhook.shape, secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

const fields = {
  url: HttpsAddress,
  events: z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1), z.maxLength(WEBHOOK_EVENTS.length)),
  template: z.nullable(Template),
  active: z.boolean(),
}
export const WebhookInput = z.object({
  ...fields,
  firm_id: RecordId,
  events: z._default(fields.events, [...CALLING_EVENTS]),
  template: z._default(fields.template, null),
  active: z._default(fields.active, true),
})
export type WebhookInput = z.infer<typeof WebhookInput>
export const WebhookChange = z.partial(z.object(fields))
export type WebhookChange = z.infer<typeof WebhookChange>

export const WebhookListQuery = z.object({
  ...pageQuery(),
  filter_firm_id: z.optional(IdInQuery),
  sort: z.optional(sortOf(['id', 'url', 'active', 'updated_at'])),
})
export type WebhookListQuery = z.infer<typeof WebhookListQuery>

/** `failed`: given up after a day of tries; `dropped`: the webhook was switched off, or the alarm is gone. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** One event for one webhook, and the result of its last try. */
export const WebhookDelivery = z.object({
  id: z.int(),
  /** The id in `x-dalyan-delivery`, the same in every try. */
  delivery: z.string(),
  event: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST]),
  /** Null: a test message, or a digest. */
  alarm_id: z.nullable(z.int()),
  /** The number of alarms: more than five silence alarms, or ten of any kind, within five minutes form one delivery. */
  alarms: z.int(),
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  queued_at: Instant,
  tried_at: z.nullable(Instant),
  /** How long the last try took, in milliseconds. */
  took_ms: z.nullable(z.int()),
  /** Status of the answer; null: there was no answer. */
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  /** The beginning of the answer that refused it. */
  answer: z.nullable(z.string()),
  next_try_at: z.nullable(Instant),
  delivered_at: z.nullable(Instant),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const DeliveryListQuery = z.object(pageQuery())

/** A template filled with the values of an example alarm. */
export const WebhookPreview = z.object({ type: z.string(), body: z.string() })
export type WebhookPreview = z.infer<typeof WebhookPreview>

export const webhooksApi = {
  ...recordEndpoints('/api/webhooks', {
    query: WebhookListQuery,
    record: Webhook,
    input: WebhookInput,
    change: WebhookChange,
  }),
  create: endpoint('POST', '/api/webhooks', { body: WebhookInput, reply: WebhookWithSecret, status: 201 }),
  /** Sends a test message at once; 502 with the reason when it was refused. */
  test: endpoint('POST', '/api/webhooks/:id/test', { params: IdParams, reply: Webhook }),
  /** Replaces the secret; the old one is invalid at once. */
  renewSecret: endpoint('POST', '/api/webhooks/:id/secret', { params: IdParams, reply: WebhookWithSecret }),
  /** The newest first. */
  deliveries: endpoint('GET', '/api/webhooks/:id/deliveries', {
    params: IdParams,
    query: DeliveryListQuery,
    reply: pageOf(WebhookDelivery),
  }),
  /** The body that a template would send; 422 when it is invalid. */
  preview: endpoint('POST', '/api/webhooks/preview', {
    body: z.object({ template: fields.template }),
    reply: WebhookPreview,
  }),
}

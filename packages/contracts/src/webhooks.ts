import * as z from 'zod/mini'
import { plainText } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { HttpsAddress } from './notifications.ts'
import { IdParams, pageOf, pageQuery, RecordId, sortOf, wholeNumber } from './paging.ts'
import { FirmRef } from './users.ts'

/** `alarm.told_again`: graver, clearly worse, back again, or its acknowledgement or shelving is over. */
export const WEBHOOK_EVENTS = ['alarm.raised', 'alarm.told_again', 'alarm.reminder'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** What a template may name as `{{tank_code}}`; `text` is the message as people read it. */
export const WEBHOOK_PLACEHOLDERS = [
  'id',
  'event',
  'text',
  'alarm_id',
  'kind',
  'metric',
  'severity',
  'state',
  'value',
  'limit',
  'out_since',
  'tank_code',
  'tank_name',
  'terminal_code',
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
  /** The body that is sent, with placeholders; null: JSON of the event with the whole alarm. */
  template: z.nullable(z.string()),
  active: z.boolean(),
  last_success_at: z.nullable(Instant),
  last_failure_at: z.nullable(Instant),
  last_error: z.nullable(z.string()),
  created_at: Instant,
  updated_at: Instant,
})
export type Webhook = z.infer<typeof Webhook>

/** With the secret of `x-dalyan-signature`, shown this once. */
export const WebhookWithSecret = z.object({ ...Webhook.shape, secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

const fields = {
  url: HttpsAddress,
  events: z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1), z.maxLength(WEBHOOK_EVENTS.length)),
  template: z.nullable(Template),
  active: z.boolean(),
}
export const WebhookInput = z.object({
  firm_id: RecordId,
  url: fields.url,
  events: z._default(fields.events, [...WEBHOOK_EVENTS]),
  template: z._default(fields.template, null),
  active: z._default(fields.active, true),
})
export type WebhookInput = z.infer<typeof WebhookInput>
export const WebhookChange = z.partial(z.object(fields))
export type WebhookChange = z.infer<typeof WebhookChange>

export const WebhookListQuery = z.object({
  ...pageQuery(),
  filter_firm_id: z.optional(wholeNumber(1, 2_147_483_647)),
  sort: z.optional(sortOf(['id', 'url', 'active', 'updated_at'])),
})
export type WebhookListQuery = z.infer<typeof WebhookListQuery>

export const webhooksApi = {
  list: endpoint('GET', '/api/webhooks', { query: WebhookListQuery, reply: pageOf(Webhook) }),
  get: endpoint('GET', '/api/webhooks/:id', { params: IdParams, reply: Webhook }),
  create: endpoint('POST', '/api/webhooks', { body: WebhookInput, reply: WebhookWithSecret, status: 201 }),
  update: endpoint('PUT', '/api/webhooks/:id', { params: IdParams, body: WebhookChange, reply: Webhook }),
  remove: endpoint('DELETE', '/api/webhooks/:id', { params: IdParams }),
  /** Sends a trial at once; 502 with the reason where it is not taken. */
  test: endpoint('POST', '/api/webhooks/:id/test', { params: IdParams, reply: Webhook }),
}

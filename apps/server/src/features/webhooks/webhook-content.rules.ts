import type { Alarm } from '@dalyan/contracts/alarms'
import { worstSeverity } from '@dalyan/contracts/out-of-range'
import { webhookEventOf, type WebhookDelivery, type WebhookPlaceholder } from '@dalyan/contracts/webhooks'
import type { NotificationRow } from '../../core/database/schema-notifications.ts'

/** The content of a delivery: the event with its alarms. */
export interface WebhookContent {
  /** The same for a repeat. */
  id: string
  event: WebhookDelivery['event']
  /** The event in one line. */
  text: string
  /** Null for a test message, and for a digest. */
  alarm: Alarm | null
  /** Empty for a test message. */
  alarms: Alarm[]
}

export interface WebhookBody {
  type: 'application/json' | 'text/plain; charset=utf-8'
  body: string
}

type DeliveredNotification = Pick<NotificationRow, 'id' | 'alarm_id' | 'reason' | 'episode_at' | 'reminder_number'>

type TemplateValue = string | number | boolean | null

/** Identifies an event for a webhook, the same in every try: `4711-raised-1783674000000-0`. */
export function deliveryIdOf(
  { id, alarm_id, reason, episode_at, reminder_number }: DeliveredNotification,
  isDigest: boolean,
): string {
  const at = Date.parse(episode_at)
  if (alarm_id === null) return `test-${id}-${at}`
  const event = webhookEventOf(reason).replace(/^alarm\./, '')
  return `${isDigest ? 'digest-' : ''}${alarm_id}-${event}-${at}-${reminder_number}`
}

/** Prefix of the sentence about the alarm, by event, in Turkish like the sentence. */
const PREFIX: Partial<Record<WebhookDelivery['event'], string>> = {
  'alarm.reminder': 'Hâlâ onaylanmadı',
  'alarm.acknowledged': 'Onaylandı',
  'alarm.shelved': 'Ertelendi',
  'alarm.cleared': 'Düzeldi',
  'alarm.closed': 'Kapandı',
}

/** As many alarms of a digest are named, so that it fits in a text message. */
const NAMED = 5

/** An event in one line, by the sentences about its alarms, or about a test message. */
export function textOf(event: WebhookDelivery['event'], sentences: readonly string[]): string {
  const rest = sentences.length - NAMED
  const named = [...sentences.slice(0, NAMED), ...(rest > 0 ? [`ve ${rest} alarm daha`] : [])]
  const text = sentences.length === 1 ? named.join('') : `${sentences.length} alarm: ${named.join('; ')}`
  const prefix = PREFIX[event]
  return prefix === undefined ? text : `${prefix} · ${text}`
}

/** Whether the alarm waits for an acknowledgement. */
function isUnanswered({ state, shelved_until }: Alarm, now: number): boolean {
  return state === 'active_unack' && (shelved_until === null || Date.parse(shelved_until) <= now)
}

function valuesOf(
  { id, event, text, alarm, alarms }: WebhookContent,
  now: number,
): Record<WebhookPlaceholder, TemplateValue> {
  return {
    id,
    event,
    text,
    alarm_id: alarm?.id ?? null,
    kind: alarm?.kind ?? null,
    metric: alarm?.metric ?? null,
    severity: worstSeverity(alarms.map(({ severity }) => severity)),
    state: alarm?.state ?? null,
    unanswered: alarms.some((one) => isUnanswered(one, now)),
    value: alarm?.value ?? null,
    limit: alarm?.limit ?? null,
    out_since: alarm?.out_since ?? null,
    tank_code: alarm?.tank?.code ?? null,
    tank_name: alarm?.tank?.name ?? null,
    terminal_code: alarm?.iot?.code ?? null,
    acknowledged_by: alarm?.acknowledged_by?.name ?? null,
    note: alarm?.note ?? null,
  }
}

/** A template that begins like JSON is sent as JSON. */
function isJson(template: string): boolean {
  return /^\s*(?:\[|\{(?!\{))/.test(template)
}

const PART = /\{\{(.*?)\}\}|\\.|"/gs

/** Inside a JSON string a value is escaped, so that no tank name can end the string; elsewhere it is a JSON value of its own. */
function filledJson(template: string, valueOf: (name: string) => TemplateValue): string {
  let isInText = false
  return template.replaceAll(PART, (part: string, name: string | undefined) => {
    if (part === '"') isInText = !isInText
    if (name === undefined) return part
    return isInText ? JSON.stringify(shown(valueOf(name))).slice(1, -1) : JSON.stringify(valueOf(name))
  })
}

const shown = (value: TemplateValue) => String(value ?? '')

/** The request's body. `now` in epoch milliseconds. */
export function bodyOf(template: string | null, content: WebhookContent, now: number): WebhookBody {
  if (template === null) return { type: 'application/json', body: JSON.stringify(content) }
  const values: Readonly<Record<string, TemplateValue>> = valuesOf(content, now)
  const valueOf = (name: string) => values[name.trim()] ?? null
  if (isJson(template)) return { type: 'application/json', body: filledJson(template, valueOf) }
  const body = template.replaceAll(/\{\{(.*?)\}\}/g, (_, name: string) => shown(valueOf(name)))
  return { type: 'text/plain; charset=utf-8', body }
}

/** Why a filled JSON template is not valid JSON; null: no problem. */
export function jsonProblem({ type, body }: WebhookBody): string | null {
  if (type !== 'application/json') return null
  try {
    JSON.parse(body)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

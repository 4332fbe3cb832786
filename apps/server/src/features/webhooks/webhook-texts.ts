import type { WebhookDelivery } from '@dalyan/contracts/webhooks'

/** Prefix of the sentence about the alarm, by event, in Turkish like the sentence. */
const PREFIX: Partial<Record<WebhookDelivery['event'], string>> = {
  'alarm.reminder': 'Hâlâ onaylanmadı',
  'alarm.acknowledged': 'Onaylandı',
  'alarm.shelved': 'Ertelendi',
  'alarm.cleared': 'Düzeldi',
  'alarm.closed': 'Kapandı',
}

/** An event in one line. */
export function eventText(event: WebhookDelivery['event'], sentence: string): string {
  const prefix = PREFIX[event]
  return prefix === undefined ? sentence : `${prefix} · ${sentence}`
}

const NAMED = 5

/** Several alarms in one line, the first five by name, so that it fits in a text message. */
export function digestText(event: WebhookDelivery['event'], sentences: readonly string[]): string {
  const rest = sentences.length - NAMED
  const named = [...sentences.slice(0, NAMED), ...(rest > 0 ? [`ve ${rest} alarm daha`] : [])]
  return eventText(event, `${sentences.length} alarm: ${named.join('; ')}`)
}

import { webhookEventOf, type WebhookReason } from '@dalyan/contracts/webhooks'

/** Identifies an event for a webhook, the same in every try: `4711-raised-1783674000000-0`. */
export function deliveryIdOf(
  {
    id,
    alarm_id,
    reason,
    episode_at,
    reminder_number,
  }: { id: number; alarm_id: number | null; reason: WebhookReason; episode_at: string; reminder_number: number },
  isDigest: boolean,
): string {
  const at = Date.parse(episode_at)
  if (alarm_id === null) return `test-${id}-${at}`
  const event = webhookEventOf(reason).replace(/^alarm\./, '')
  return `${isDigest ? 'digest-' : ''}${alarm_id}-${event}-${at}-${reminder_number}`
}

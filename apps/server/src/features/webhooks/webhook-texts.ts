import type { WebhookDelivery } from '@dalyan/contracts/webhooks'

/** What the sentence about the alarm begins with, where something became of it. In Turkish, as the sentence. */
const BECAME: Partial<Record<WebhookDelivery['event'], string>> = {
  'alarm.reminder': 'Hâlâ onaylanmadı',
  'alarm.acknowledged': 'Onaylandı',
  'alarm.shelved': 'Ertelendi',
  'alarm.cleared': 'Düzeldi',
  'alarm.closed': 'Kapandı',
}

/** An event in one line. */
export function eventText(event: WebhookDelivery['event'], sentence: string): string {
  const became = BECAME[event]
  return became === undefined ? sentence : `${became} · ${sentence}`
}

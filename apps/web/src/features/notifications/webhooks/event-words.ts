import type { WebhookDelivery } from '@dalyan/contracts/webhooks'

/** The words of each event; a point in a key would part it. */
export const EVENT_WORD = {
  'alarm.raised': 'notifications.webhooks.event.alarm_raised',
  'alarm.notified_again': 'notifications.webhooks.event.alarm_notified_again',
  'alarm.reminder': 'notifications.webhooks.event.alarm_reminder',
  'alarm.acknowledged': 'notifications.webhooks.event.alarm_acknowledged',
  'alarm.shelved': 'notifications.webhooks.event.alarm_shelved',
  'alarm.cleared': 'notifications.webhooks.event.alarm_cleared',
  'alarm.closed': 'notifications.webhooks.event.alarm_closed',
  test: 'notifications.webhooks.event.test',
} as const satisfies Record<WebhookDelivery['event'], string>

/** The words of each event; a point in a key would part it. */
export const EVENT_WORD = {
  'alarm.raised': 'notifications.webhooks.event.alarm_raised',
  'alarm.told_again': 'notifications.webhooks.event.alarm_told_again',
  'alarm.reminder': 'notifications.webhooks.event.alarm_reminder',
} as const

/** The words of an alarm's life (decisions §7). */
export const ALARM_KINDS = ['low', 'high', 'silent'] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

export const ALARM_STATES = ['active_unack', 'active_ack', 'rtn_unack', 'closed'] as const
export type AlarmState = (typeof ALARM_STATES)[number]

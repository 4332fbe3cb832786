/** Lists and rules of an alarm's values; without zod, so that the first load of the web can use them. */

/** Gravest first. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

/**
 * The states and transitions of an alarm (docs/behaviour/alarms.md). `fault`: the sensor of a metric sends values that cannot be true.
 * `out_of_water`: the sonde is out of the water, or the tank is full of fresh water; its metric is the conductivity, by which that is known.
 */
export const ALARM_KINDS = ['low', 'high', 'silent', 'fault', 'out_of_water'] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

/** The kinds of alarms of the quality gate. */
export const QUALITY_KINDS = ['fault', 'out_of_water'] as const
export type QualityKind = (typeof QUALITY_KINDS)[number]

/** Whether the alarm is about a value beyond a limit: it has a limit and a worst value. */
export function isOfLimit(kind: AlarmKind): kind is 'low' | 'high' {
  return kind === 'low' || kind === 'high'
}

export const ALARM_STATES = ['active_unack', 'active_ack', 'rtn_unack', 'closed'] as const
export type AlarmState = (typeof ALARM_STATES)[number]

/** Whether there is an alarm whose value is still out of range, or whose terminal is still silent. */
export function isActive<A extends { state: AlarmState }>(alarm: A | null): alarm is A {
  return alarm?.state === 'active_unack' || alarm?.state === 'active_ack'
}

/** Whether the alarm says that nothing arrives from its tank: a terminal's silence is critical where no other one delivers. */
export function isTankSilent({
  kind,
  metric,
  severity,
}: {
  kind: AlarmKind
  metric: string | null
  severity: Severity
}): boolean {
  return kind === 'silent' && metric === null && severity === 'critical'
}

/** Why an alarm cleared without a value in range; stored in its `note`, in Turkish. */
export const CLEAR_REASONS = {
  tank_inactive: 'Tank pasif yapıldı.',
  tank_suspended: 'Tank askıya alındı.',
  tank_deleted: 'Tank silindi.',
  template_off: 'Aralık şablonu kapatıldı ya da tanktan kaldırıldı.',
  limit_removed: 'Sınır kaldırıldı.',
  terminal_moved: 'Terminal tanktan alındı.',
  terminal_suspended: 'Terminal askıya alındı.',
  terminal_inactive: 'Terminal pasif yapıldı.',
  terminal_unauthorized: 'Terminalin yetkisi kaldırıldı.',
  terminal_banned: 'Terminal yasaklandı.',
  terminal_deleted: 'Terminal silindi.',
} as const
export type ClearReason = keyof typeof CLEAR_REASONS

export const STATISTICS_SORTS = [
  'id',
  'code',
  'name',
  'raised',
  'critical',
  'out_seconds',
  'silent_seconds',
  'quality_seconds',
  'ack_median_seconds',
  'open',
] as const

/**
 * The measures of the performance of the alarm system. ISA-18.2 calls an alarm chattering that occurs three times within one minute; readings
 * arrive up to minutes apart, so that the minutes are more here. The other numbers are those of the standard.
 */
export const PERFORMANCE = {
  /** Alarms per operator and hour, on average. */
  acceptablePerHour: 6,
  manageablePerHour: 12,
  chatteringTimes: 3,
  chatteringMinutes: 10,
  staleHours: 24,
  floodAlarms: 10,
  floodMinutes: 10,
  /** The length of each list. */
  mostListed: 10,
} as const

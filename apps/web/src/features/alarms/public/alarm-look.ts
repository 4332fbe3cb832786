import type { Alarm } from '@dalyan/contracts/alarms'
import { mdiAlarmSnooze, mdiAlert, mdiAlertOctagon, mdiCheckCircle, mdiInformation, mdiRestore } from '@mdi/js'
import type { TFunction } from 'i18next'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import type { ThemeTokens } from '../../../shared/theme/tokens.ts'

export type AlarmLookName = keyof ThemeTokens['alarm']

/** An alarm's look by severity and state: filled while it waits, outlined once acknowledged, dashed once returned. @param now epoch milliseconds */
export function alarmLook(
  { severity, state, shelved_until = null }: Pick<Alarm, 'severity' | 'state'> & Partial<Pick<Alarm, 'shelved_until'>>,
  now = serverNow(),
): AlarmLookName {
  if (shelved_until !== null && Date.parse(shelved_until) > now) return 'shelved'
  if (state === 'closed') return 'normal'
  if (state === 'rtn_unack') return 'rtn_unack'
  // An acknowledged info alarm has no look of its own.
  if (severity === 'info') return state === 'active_ack' ? 'normal' : 'info_unack'
  return state === 'active_ack' ? `${severity}_ack` : `${severity}_unack`
}

export const SEVERITY_ICON = {
  critical: mdiAlertOctagon,
  warning: mdiAlert,
  info: mdiInformation,
} as const

/** By look instead of severity: a returned, shelved or closed alarm has its own icon. */
export const ALARM_ICON: Record<AlarmLookName, string> = {
  critical_unack: SEVERITY_ICON.critical,
  critical_ack: SEVERITY_ICON.critical,
  warning_unack: SEVERITY_ICON.warning,
  warning_ack: SEVERITY_ICON.warning,
  info_unack: SEVERITY_ICON.info,
  rtn_unack: mdiRestore,
  shelved: mdiAlarmSnooze,
  normal: mdiCheckCircle,
}

/** Whether a user still has to acknowledge it. */
export function isWaiting({ state }: Pick<Alarm, 'state'>): boolean {
  return state === 'active_unack' || state === 'rtn_unack'
}

/** The condition: `pH yüksek`, `T-0214 veri göndermiyor`. @param names `short`: `Ortam °C ölçülmüyor` */
export function alarmCondition(
  t: TFunction,
  { kind, metric, iot }: Pick<Alarm, 'kind' | 'metric' | 'iot'>,
  names: 'metrics' | 'short' = 'metrics',
): string {
  const name = metric ? t(`measurements.${names}.${metric}`) : ''
  if (kind !== 'silent') return t(`alarms.condition.${kind}`, { metric: name })
  if (metric) return t('alarms.condition.metric_silent', { metric: name })
  return iot ? t('alarms.condition.terminal_silent_code', { terminal: iot.code }) : t('alarms.condition.no_data')
}

/** The line that stands for several returned alarms. */
export const returnedLook = ({ tokens }: { tokens: ThemeTokens }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  px: 1.5,
  py: 1,
  border: `1px dashed ${tokens.alarm.rtn_unack.border}`,
})

import type { Alarm } from '@dalyan/contracts/alarms'
import type { ThemeTokens } from '../../../shared/theme/tokens.ts'
import { tokenIcon } from '../../../shared/ui/token-icons.ts'

export type AlarmLook = keyof ThemeTokens['alarm']

/** How an alarm looks: by its severity while it is active and waits, else quieter. */
export function alarmLook({ severity, state }: Pick<Alarm, 'severity' | 'state'>): AlarmLook {
  if (state === 'rtn_unack') return 'rtn_unack'
  if (state === 'closed') return 'normal'
  // An acknowledged piece of information has no look of its own: it is quiet.
  if (severity === 'info') return state === 'active_ack' ? 'normal' : 'info_unack'
  return state === 'active_ack' ? `${severity}_ack` : `${severity}_unack`
}

export const ALARM_ICON: Record<AlarmLook, string> = {
  critical_unack: tokenIcon('Report'),
  critical_ack: tokenIcon('Report'),
  warning_unack: tokenIcon('Warning'),
  warning_ack: tokenIcon('Warning'),
  info_unack: tokenIcon('Info'),
  rtn_unack: tokenIcon('Restore'),
  shelved: tokenIcon('Snooze'),
  normal: tokenIcon('CheckCircle'),
}

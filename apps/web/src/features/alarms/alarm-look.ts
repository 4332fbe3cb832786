import type { Alarm } from '@dalyan/contracts/alarms'
import type { ThemeTokens } from '../../shared/theme/tokens.ts'
import { tokenIcon } from '../../shared/ui/token-icons.ts'

export type AlarmLookName = keyof ThemeTokens['alarm']

/** How an alarm looks by severity and state: filled while it waits, outlined once somebody has seen it, dashed when its value is back. */
export function alarmLook({ severity, state, shelved_until }: Alarm, now: number): AlarmLookName {
  if (shelved_until !== null && Date.parse(shelved_until) > now) return 'shelved'
  if (state === 'closed') return 'normal'
  if (state === 'rtn_unack') return 'rtn_unack'
  // An acknowledged piece of information has no look of its own: it is quiet.
  if (severity === 'info') return state === 'active_ack' ? 'normal' : 'info_unack'
  return state === 'active_ack' ? `${severity}_ack` : `${severity}_unack`
}

export const SEVERITY_ICON = {
  critical: tokenIcon('Report'),
  warning: tokenIcon('Warning'),
  info: tokenIcon('Info'),
} as const

/** Whether somebody still has to acknowledge it. */
export function isWaiting({ state }: Pick<Alarm, 'state'>): boolean {
  return state === 'active_unack' || state === 'rtn_unack'
}

import type { Alarm } from '@dalyan/contracts/alarms'

const BY_STATE = { active_unack: 0, active_ack: 1, rtn_unack: 2, closed: 3 } as const
const BY_SEVERITY = { critical: 0, warning: 1, info: 2 } as const

/** Alarms with what needs a person most in front: active before returned, worse before better, unacknowledged, newest. */
export function worstFirst(alarms: readonly Alarm[]): Alarm[] {
  return alarms.toSorted(
    (a, b) =>
      Number(a.state === 'rtn_unack') - Number(b.state === 'rtn_unack') ||
      BY_SEVERITY[a.severity] - BY_SEVERITY[b.severity] ||
      BY_STATE[a.state] - BY_STATE[b.state] ||
      b.raised_at.localeCompare(a.raised_at),
  )
}

import type { Alarm } from '@dalyan/contracts/alarms'

const BY_STATE = { active_unack: 0, active_ack: 1, rtn_unack: 2, closed: 3 } as const
const BY_SEVERITY = { critical: 0, warning: 1, info: 2 } as const

/** Alarms in the server's order, after messages changed them: what is out or silent now, then the unacknowledged, severity, the newest. */
export function worstFirst(alarms: readonly Alarm[]): Alarm[] {
  return alarms.toSorted(
    (a, b) =>
      BY_STATE[a.state] - BY_STATE[b.state] ||
      BY_SEVERITY[a.severity] - BY_SEVERITY[b.severity] ||
      b.raised_at.localeCompare(a.raised_at) ||
      b.id - a.id,
  )
}

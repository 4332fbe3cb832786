import type { Alarm } from '@dalyan/contracts/alarms'
import { severityRank } from '@dalyan/contracts/out-of-range'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { alarmQueries } from '../../alarms/public/alarms.queries.ts'

/** Whether the open alarms are being fetched for the first time: the page waits, because the worst one would move what is below it. */
export function useAlarmsAreLoading(tankId: number, enabled: boolean): boolean {
  return useQuery({ ...alarmQueries.ofTank(tankId, 'open'), enabled }).isLoading
}

/** The tank's open or shelved alarms, the worst first. */
export function useTankAlarms(tankId: number, status: 'open' | 'shelved' = 'open'): Alarm[] {
  const open = useQuery(alarmQueries.ofTank(tankId, status)).data?.data
  return useMemo(() => worstFirst(open ?? []), [open])
}

const BY_STATE = { active_unack: 0, active_ack: 1, rtn_unack: 2, closed: 3 } as const

/** Alarms in the server's order, which live messages may have disturbed: active before returned, unacknowledged before acknowledged, then by severity, the newest first. */
export function worstFirst(alarms: readonly Alarm[]): Alarm[] {
  return alarms.toSorted(
    (a, b) =>
      BY_STATE[a.state] - BY_STATE[b.state] ||
      severityRank(a.severity) - severityRank(b.severity) ||
      b.raised_at.localeCompare(a.raised_at) ||
      b.id - a.id,
  )
}

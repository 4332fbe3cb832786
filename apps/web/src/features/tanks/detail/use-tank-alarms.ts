import type { Alarm } from '@dalyan/contracts/alarms'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { alarmQueries } from '../../alarms/alarms.queries.ts'
import { worstFirst } from './worst-alarm.ts'

/** The tank's open alarms, the worst first; those that rest are apart (`shelved`). */
export function useTankAlarms(tankId: number, status: 'open' | 'shelved' = 'open'): Alarm[] {
  const open = useQuery(alarmQueries.list({ tank_id: tankId, status, per_page: 100 })).data?.data
  return useMemo(() => worstFirst(open ?? []), [open])
}

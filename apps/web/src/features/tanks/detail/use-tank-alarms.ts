import type { Alarm } from '@dalyan/contracts/alarms'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { alarmQueries } from '../../alarms/alarms.queries.ts'
import { worstFirst } from './worst-alarm.ts'

/** The tank's open alarms, the worst first. */
export function useTankAlarms(tankId: number): Alarm[] {
  const open = useQuery(alarmQueries.list({ tank_id: tankId, per_page: 100 })).data?.data
  return useMemo(() => worstFirst(open ?? []), [open])
}

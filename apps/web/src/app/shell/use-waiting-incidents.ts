import { useQuery } from '@tanstack/react-query'
import { type AlarmLookName, isWaiting } from '../../features/alarms/public/alarm-look.ts'
import { alarmQueries } from '../../features/alarms/public/alarms.queries.ts'

const COUNTED_TO = 100

export interface WaitingIncidents {
  /** Incidents with an alarm that waits for an acknowledgement. */
  count: number
  /** The count as it is shown: `3`, or `100+` where further alarms may belong to further incidents. */
  text: string
  /** The look of the gravest alarm that is out of range now; of returned ones only when no alarm is. */
  look: AlarmLookName
  isKnown: boolean
}

/** The incidents that wait for an acknowledgement, live where the channel of alarms is subscribed to. */
export function useWaitingIncidents(): WaitingIncidents {
  const { data } = useQuery(
    alarmQueries.list({ status: 'open', state: ['active_unack', 'rtn_unack'], per_page: COUNTED_TO }),
  )
  // A live message may have changed an alarm before the list is refetched.
  const waiting = data?.data.filter(isWaiting) ?? []
  const active = waiting.filter(({ state }) => state === 'active_unack')
  const critical = active.some(({ severity }) => severity === 'critical')
  const count = new Set(waiting.map(({ incident_id }) => incident_id)).size
  return {
    count,
    text: `${count}${waiting.length >= COUNTED_TO ? '+' : ''}`,
    look: critical ? 'critical_unack' : active.length > 0 ? 'warning_unack' : 'rtn_unack',
    isKnown: data !== undefined,
  }
}

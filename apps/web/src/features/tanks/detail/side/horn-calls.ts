import type { Alarm } from '@dalyan/contracts/alarms'
import { isWaiting } from '../../../alarms/public/alarm-look.ts'

/** How long a silenced horn stays silent. */
export const SILENCE_MS = 10 * 60_000

/** The user silenced these alarms; until then (epoch milliseconds) only others sound the horn. */
export interface Silence {
  until: number
  alarms: readonly number[]
}

/** The alarms that sound the horn: critical and unacknowledged, active or returned. */
export function callingAlarms(alarms: readonly Alarm[]): Alarm[] {
  return alarms.filter((alarm) => alarm.severity === 'critical' && isWaiting(alarm))
}

/** Whether the horn sounds: for an alarm that is not silenced. */
export function isHornCalled(alarms: readonly Alarm[], silence: Silence | null, now: number): boolean {
  const isSilent = (id: number) => silence !== null && now < silence.until && silence.alarms.includes(id)
  return callingAlarms(alarms).some(({ id }) => !isSilent(id))
}

/** Silences the alarms that sound the horn now. */
export function silenceFor(alarms: readonly Alarm[], now: number): Silence {
  return { until: now + SILENCE_MS, alarms: callingAlarms(alarms).map(({ id }) => id) }
}

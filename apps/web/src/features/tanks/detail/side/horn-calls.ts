import type { Alarm } from '@dalyan/contracts/alarms'
import { isWaiting } from '../../../../shared/alarms/alarm-look.ts'

/** How long a horn that was silenced stays so. */
export const SILENCE_MS = 10 * 60_000

/** Somebody heard these alarms; until then (epoch milliseconds) only others call. */
export interface Silence {
  until: number
  alarms: readonly number[]
}

/** The alarms that call somebody: critical ones that nobody has acknowledged, over or not. */
export function callingAlarms(alarms: readonly Alarm[]): Alarm[] {
  return alarms.filter((alarm) => alarm.severity === 'critical' && isWaiting(alarm))
}

/** Whether the horn sounds: an alarm calls that was not there when somebody silenced it. */
export function isHornCalled(alarms: readonly Alarm[], silence: Silence | null, now: number): boolean {
  const isSilent = (id: number) => silence !== null && now < silence.until && silence.alarms.includes(id)
  return callingAlarms(alarms).some(({ id }) => !isSilent(id))
}

/** Silences what calls now. */
export function silenceFor(alarms: readonly Alarm[], now: number): Silence {
  return { until: now + SILENCE_MS, alarms: callingAlarms(alarms).map(({ id }) => id) }
}

import type { Alarm } from '@dalyan/contracts/alarms'

const FLOOD = { alarms: 10, withinMs: 10 * 60_000 }

/** Whether more than ten came within the last ten minutes: then people see tanks, not alarms. @param now epoch milliseconds */
export function isFlood(alarms: readonly Alarm[], now: number): boolean {
  return countNew(alarms, now) > FLOOD.alarms
}

/** How many of these came within the last ten minutes. */
export function countNew(alarms: readonly Alarm[], now: number): number {
  return alarms.filter(({ raised_at }) => now - Date.parse(raised_at) <= FLOOD.withinMs).length
}

export interface AlarmGroup {
  tankId: number
  code: string
  alarms: readonly Alarm[]
}

/** Whether it is out of range, or silent, beyond the critical limit now. */
export function isCritical({ severity, state }: Alarm): boolean {
  return severity === 'critical' && (state === 'active_unack' || state === 'active_ack')
}

/** By tank; the order of tanks and of their alarms is that of the list, except that those that are critical now come first. */
export function groupsByTank(alarms: readonly Alarm[]): AlarmGroup[] {
  const ordered = [...alarms.filter(isCritical), ...alarms.filter((alarm) => !isCritical(alarm))]
  return [...Map.groupBy(ordered, ({ tank }) => tank?.id ?? 0)].map(([tankId, ofTank]) => ({
    tankId,
    code: ofTank[0]?.tank?.code ?? ofTank[0]?.iot?.code ?? '',
    alarms: ofTank,
  }))
}

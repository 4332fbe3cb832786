import type { Alarm } from '@dalyan/contracts/alarms'

/** What a list shows in one place: an alarm by itself, or several of one tank that have returned. */
export type AlarmEntry = { alarm: Alarm } | { tank: NonNullable<Alarm['tank']>; returned: readonly Alarm[] }

/**
 * Alarms with those of a tank that have returned in one entry, where there are several; it stands in the place of the first of them.
 * @param mayFold which returned alarms may be folded; all by default
 */
export function foldReturned(
  alarms: readonly Alarm[],
  mayFold: (alarm: Alarm) => boolean = ({ state }) => state === 'rtn_unack',
): AlarmEntry[] {
  const byTank = Map.groupBy(alarms.filter(mayFold), ({ tank }) => tank?.id)
  const shown = new Set<number>()
  return alarms.flatMap((alarm): AlarmEntry[] => {
    const { tank } = alarm
    const returned = (mayFold(alarm) && byTank.get(tank?.id)) || []
    if (!tank || returned.length < 2) return [{ alarm }]
    if (shown.has(tank.id)) return []
    shown.add(tank.id)
    return [{ tank, returned }]
  })
}

import { isActive, isTankSilent } from '@dalyan/contracts/alarm-words'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { NowIncidents } from '@dalyan/contracts/home'
import type { Incident } from '@dalyan/contracts/incidents'

const MOST_SHOWN = 6

/** What the home page shows of the open incidents, the most urgent first. @param now epoch milliseconds */
export function nowIncidents(incidents: readonly Incident[], now: number): NowIncidents {
  const isShelved = ({ shelved_until }: Alarm) => shelved_until !== null && Date.parse(shelved_until) > now
  const alarmsOf = ({ alarms }: Incident) => alarms.filter((alarm) => alarm.closed_at === null && !isShelved(alarm))
  const [active, over] = [true, false].map((wanted) =>
    incidents.filter((incident) => {
      const alarms = alarmsOf(incident)
      return alarms.length > 0 && alarms.some(isActive) === wanted
    }),
  ) as [Incident[], Incident[]]
  const present = active.flatMap(alarmsOf).filter(isActive)
  const out = present.filter(({ kind }) => kind !== 'silent' && kind !== 'fault')
  const critical = tanksOf(out.filter(({ severity }) => severity === 'critical'))
  const outside = tanksOf(out)
  const silent = tanksOf(present.filter(isTankSilent))
  const returned = over.flatMap(alarmsOf)
  return {
    active: active.length,
    shown: active.slice(0, MOST_SHOWN),
    critical_tanks: critical.size,
    warning_tanks: countOthers(outside, critical),
    silent_tanks: silent.size,
    unmeasured_tanks: countOthers(tanksOf(present), outside, silent),
    returned: {
      alarms: returned.length,
      tanks: tanksOf(returned).size,
      longest_seconds: Math.max(0, ...returned.map(secondsOf)),
    },
  }
}

const tanksOf = (alarms: readonly Alarm[]) => new Set(alarms.flatMap(({ tank }) => tank?.id ?? []))

/** How many tanks are in none of the other sets. */
function countOthers(tanks: ReadonlySet<number>, ...others: readonly ReadonlySet<number>[]): number {
  return [...tanks].filter((id) => others.every((other) => !other.has(id))).length
}

/** How long a returned alarm lasted. */
function secondsOf({ out_since, cleared_at, last_at }: Alarm): number {
  return Math.max(0, Math.round((Date.parse(cleared_at ?? last_at) - Date.parse(out_since)) / 1_000))
}

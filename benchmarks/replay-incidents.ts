import { isOfLimit } from '@dalyan/contracts/alarm-words'
import { instantAt } from '../apps/server/src/core/clock.ts'
import { groupAlarms, type GroupedAlarm } from '../apps/server/src/features/alarms/incidents/grouping.rules.ts'
import { offlineAfterSeconds } from '../apps/server/src/features/terminals/silence-limit.rules.ts'
import type { RecordedSeries } from './recorded-series.ts'
import { isFalse, type ReplayedAlarm } from './replay-alarms.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Users acknowledge a cleared alarm after this long, which closes it. */
const ACKNOWLEDGED_AFTER_MS = 30 * MINUTE_MS

/** An alarm with what really caused it: alarms with the same cause belong together; null: it stands alone. */
interface CausedAlarm {
  grouped: GroupedAlarm
  raised_at: number
  /** Infinity: it stays active. */
  cleared_at: number
  cause: string | null
}

/** How well the rules group alarms with the same cause. */
export interface GroupingCounts {
  alarms: number
  causes: number
  incidents: number
  /** Causes whose alarms are all in one incident. */
  whole: number
  /** Pairs of alarms in one incident, at least one of them with a cause, and how many of them have the same cause. */
  pairs: number
  rightPairs: number
  /** Pairs of alarms with the same cause, and how many of them are in one incident. */
  truePairs: number
  foundPairs: number
}

/** Raises alarms in their order, grouped by the product's own rules. @returns the number of each one's incident */
function groupInOrder(alarms: readonly CausedAlarm[]): Map<CausedAlarm, number> {
  const incidents = new Map<CausedAlarm, number>()
  const byGrouped = new Map(alarms.map((alarm) => [alarm.grouped, alarm]))
  let newest = 0
  for (const [at, occurring] of Map.groupBy(alarms.toSorted(byRaise), ({ raised_at }) => raised_at)) {
    const open = [...incidents.keys()].filter(({ cleared_at }) => at < cleared_at + ACKNOWLEDGED_AFTER_MS)
    for (const { grouped, cleared_at } of open) grouped.state = cleared_at <= at ? 'rtn_unack' : 'active_unack'
    const groups = groupAlarms(
      occurring.map(({ grouped }) => grouped),
      open.map(({ grouped }) => grouped),
    )
    for (const { id, cause, members } of groups) {
      const incident = { id: id ?? (newest += 1), cause }
      for (const member of members) {
        member.incident = incident
        const alarm = byGrouped.get(member)
        if (alarm) incidents.set(alarm, incident.id)
      }
    }
  }
  return incidents
}

const byRaise = (a: CausedAlarm, b: CausedAlarm) => a.raised_at - b.raised_at

function countGroups(alarms: readonly CausedAlarm[]): GroupingCounts {
  const incidents = groupInOrder(alarms)
  const caused = alarms.filter(({ cause }) => cause !== null)
  const causes = Map.groupBy(caused, ({ cause }) => cause)
  const counts = { pairs: 0, rightPairs: 0, truePairs: 0, foundPairs: 0 }
  for (const [i, a] of alarms.entries()) {
    for (const b of alarms.slice(i + 1)) {
      if (a.cause === null && b.cause === null) continue
      const belong = a.cause === b.cause
      const together = incidents.get(a) === incidents.get(b)
      counts.pairs += Number(together)
      counts.rightPairs += Number(together && belong)
      counts.truePairs += Number(belong)
      counts.foundPairs += Number(together && belong)
    }
  }
  const incidentsOf = (of: readonly CausedAlarm[]) => new Set(of.map((alarm) => incidents.get(alarm))).size
  return {
    ...counts,
    alarms: caused.length,
    causes: causes.size,
    incidents: incidentsOf(caused),
    whole: [...causes.values()].filter((of) => incidentsOf(of) === 1).length,
  }
}

const ALARM = { state: 'active_unack', place: '1 A', gateway: null, interval_seconds: null, incident: null } as const

/**
 * The alarms of recorded tanks without the gate, grouped. The cause of a false one is the lift of the sonde out of the water in which it began.
 */
export function replayLifts(
  recorded: readonly { series: RecordedSeries; before: readonly ReplayedAlarm[] }[],
): GroupingCounts {
  const alarms = recorded.flatMap(({ series, before }, tank) => {
    const lifts = liftsOf(series)
    return before
      .filter(({ kind }) => isOfLimit(kind))
      .map((alarm): CausedAlarm => {
        const { metric, kind, out_since, raised_at, cleared_at } = alarm
        const lift = isFalse(alarm) ? lifts.findIndex(({ from, to }) => from <= out_since && out_since <= to) : -1
        const grouped = { ...ALARM, tank_id: tank, terminal_id: tank, metric, kind, out_since: instantAt(out_since) }
        return { grouped, raised_at, cleared_at, cause: lift < 0 ? null : `${series.name} ${lift}` }
      })
  })
  return countGroups(alarms)
}

/** Unbroken runs of readings of a sonde that is not in the water. */
function liftsOf({ readings }: RecordedSeries): { from: number; to: number }[] {
  const lifts: { from: number; to: number }[] = []
  let isIn = false
  for (const { measured_at: at, bad } of readings) {
    const isOut = bad.has('conductivity')
    const last = lifts.at(-1)
    if (isOut && isIn && last) last.to = at
    else if (isOut) lifts.push({ from: at, to: at })
    isIn = isOut
  }
  return lifts
}

const TERMINALS = 60
const PLACES = 3
const OUTAGES = 40
/** Terminals that fall silent alone, in all. */
const ALONE = 120
const INTERVALS = [10, 15, 30, 60, 120]

/**
 * Simulated silences: outages of some of the terminals of a place at one instant, hours apart, and terminals that fall silent alone at any time.
 * Each terminal sends at its own interval, so that its last reading lies up to one interval before the power cut.
 */
export function replayOutages(): GroupingCounts {
  const random = randomNumbers(7)
  const terminals = Array.from({ length: TERMINALS }, (_, id) => ({
    id,
    place: `1 ${id % PLACES}`,
    interval: INTERVALS[Math.floor(random() * INTERVALS.length)] ?? 60,
  }))
  const silence = (
    { id, place, interval }: (typeof terminals)[number],
    cutAt: number,
    cause: string | null,
    minutes: number,
  ): CausedAlarm => {
    const last = cutAt - random() * interval * 1000
    const raised_at = Math.ceil((last + offlineAfterSeconds(interval, null) * 1000) / 1000) * 1000
    const key = { tank_id: id, terminal_id: id, metric: null, kind: 'silent' as const }
    const grouped = { ...ALARM, ...key, place, interval_seconds: interval, out_since: instantAt(last) }
    return { grouped, raised_at, cleared_at: raised_at + minutes * MINUTE_MS, cause }
  }
  const outages = Array.from({ length: OUTAGES }, (_, n) => {
    const cutAt = Date.UTC(2026, 0, 1) + n * 6 * HOUR_MS + random() * HOUR_MS
    const place = `1 ${Math.floor(random() * PLACES)}`
    const here = terminals.filter((terminal) => terminal.place === place)
    const hit = here.toSorted(() => random() - 0.5).slice(0, 3 + Math.floor(random() * (here.length - 2)))
    return hit.map((terminal) => silence(terminal, cutAt, `outage ${n}`, 20))
  })
  const alone = Array.from({ length: ALONE / TERMINALS }, () =>
    terminals.map((terminal) => silence(terminal, Date.UTC(2026, 0, 1) + random() * OUTAGES * 6 * HOUR_MS, null, 10)),
  ).flat()
  return countGroups([...outages.flat(), ...alone])
}

/** Random numbers from 0 to 1, the same in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

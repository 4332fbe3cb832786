import { isActive, isOfLimit, type AlarmState } from '@dalyan/contracts/alarm-words'
import type { IncidentCause } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import type { AlarmKey } from '../../../core/database/schema-alarms.ts'

// The rules of docs/behaviour/alarms.md, "Incidents".
const SECOND_MS = 1000
const OUTAGE = { leastTerminals: 3, leastWindowMs: 60 * SECOND_MS }
const ONE_TANK_WITHIN_MS = 15 * 60 * SECOND_MS
const TOGETHER_WITHIN_MS = 60 * SECOND_MS

/** An alarm that is not closed, as the rules need it. */
export interface GroupedAlarm extends AlarmKey {
  state: AlarmState
  out_since: Instant
  /** Firm and location of its tank. */
  place: string
  /** Firm and gateway of its terminal; null: the terminal names no gateway. */
  gateway: string | null
  /** The interval of its terminal; null: unknown. */
  interval_seconds: number | null
  /** The incident of its earlier occurrence; null: it has none yet. */
  incident: { id: number; cause: IncidentCause | null } | null
}

/** An incident while alarms are grouped. */
export interface IncidentGroup<A extends GroupedAlarm> {
  /** Null: a new incident. */
  id: number | null
  cause: IncidentCause | null
  members: Set<A>
  /** Whether none of its alarms was active before. */
  isNewOccurrence: boolean
}

const timeOf = ({ out_since }: GroupedAlarm) => Date.parse(out_since)
const isSilentTerminal = (alarm: GroupedAlarm) =>
  alarm.kind === 'silent' && alarm.metric === null && alarm.terminal_id !== null && isActive(alarm)

/**
 * Puts alarms that have just occurred into incidents: those of a common outage first, then those of one tank. `open`: the other alarms that are
 * not closed, of the same tanks and of silent terminals at the same places and gateways; an outage may take some of them over. @returns the incidents with
 * changed members
 */
export function groupAlarms<A extends GroupedAlarm>(occurring: readonly A[], open: readonly A[]): IncidentGroup<A>[] {
  const groups = new Map<number, IncidentGroup<A>>()
  const groupOf = new Map<A, IncidentGroup<A>>()
  const changed = new Set<IncidentGroup<A>>()
  function put(alarm: A, group: IncidentGroup<A>): void {
    groupOf.get(alarm)?.members.delete(alarm)
    group.members.add(alarm)
    groupOf.set(alarm, group)
    changed.add(group)
  }
  const started = (): IncidentGroup<A> => ({ id: null, cause: null, members: new Set(), isNewOccurrence: true })
  for (const alarm of [...open, ...occurring]) {
    if (!alarm.incident) continue
    const { id, cause } = alarm.incident
    const group = groups.get(id) ?? { ...started(), id, cause }
    groups.set(id, group)
    group.members.add(alarm)
    groupOf.set(alarm, group)
  }
  for (const alarm of open) if (isActive(alarm)) Object.assign(groupOf.get(alarm) ?? {}, { isNewOccurrence: false })

  // A gateway may serve several places, and its outage then joins those of its places.
  for (const siteOf of [({ place }: A) => place, ({ gateway }: A) => gateway]) {
    const silent = Map.groupBy([...open, ...occurring].filter(isSilentTerminal), siteOf)
    const sites = new Set(occurring.filter(isSilentTerminal).map(siteOf))
    for (const site of sites)
      if (site !== null) groupSilences(silent.get(site) ?? [], new Set(occurring), groupOf, put, started)
  }

  const onTank = new Map<number, Set<IncidentGroup<A>>>()
  for (const [{ tank_id }, group] of groupOf) addTo(onTank, tank_id, group)
  // An alarm that occurs again has an incident, which new ones may join.
  const inOrder = occurring.toSorted((a, b) => Number(!a.incident) - Number(!b.incident) || timeOf(a) - timeOf(b))
  for (const alarm of inOrder) {
    const own = groupOf.get(alarm)
    if (own?.cause === 'outage') {
      changed.add(own)
      continue
    }
    const near = [...(onTank.get(alarm.tank_id) ?? [])].filter((group) => joinsTank(alarm, group))
    if (alarm.kind === 'fault') {
      // A sensor that fails says nothing of the water, nor other alarms of the sensor.
      put(alarm, own ?? { ...started(), cause: 'sensor_fault' })
      continue
    }
    const group = own && (near.includes(own) || near.length === 0) ? own : (near[0] ?? started())
    put(alarm, group)
    addTo(onTank, alarm.tank_id, group)
  }
  for (const group of changed) if (isOutOfWater([...group.members])) group.cause ??= 'out_of_water'
  return [...changed].filter(({ members }) => members.size > 0)
}

/** Puts the silences of one place or gateway that belong to an outage into one incident for each outage. */
function groupSilences<A extends GroupedAlarm>(
  silences: readonly A[],
  occurring: ReadonlySet<A>,
  groupOf: ReadonlyMap<A, IncidentGroup<A>>,
  put: (alarm: A, group: IncidentGroup<A>) => void,
  started: () => IncidentGroup<A>,
): void {
  for (const outage of outagesAmong(silences.toSorted((a, b) => timeOf(a) - timeOf(b)))) {
    if (!outage.some((alarm) => occurring.has(alarm))) continue
    const silent = new Set(outage)
    const known = outage.flatMap((alarm) => groupOf.get(alarm) ?? [])
    // An incident that has only these silences becomes the outage.
    const group =
      known.find(({ cause }) => cause === 'outage') ??
      known.find(({ members }) => [...members].every((member) => silent.has(member))) ??
      started()
    if (group.cause !== 'outage') Object.assign(group, { cause: 'outage', isNewOccurrence: true })
    for (const alarm of outage) put(alarm, group)
  }
}

/**
 * The silences that belong together: every three terminals or more whose last readings lie within a minute, or within the longest interval of
 * theirs. `sorted`: by their last readings
 */
function outagesAmong<A extends GroupedAlarm>(sorted: readonly A[]): A[][] {
  const times = sorted.map(timeOf)
  const outages: A[][] = []
  /** Where the last window and the last outage end. */
  let [to, end] = [0, 0]
  for (let from = 0; to < sorted.length; from += 1) {
    to = togetherUntil(sorted, times, from)
    const isOutage = new Set(sorted.slice(from, to).map((one) => one.terminal_id)).size >= OUTAGE.leastTerminals
    if (!isOutage || to <= end) continue
    if (from < end) outages.at(-1)?.push(...sorted.slice(end, to))
    else outages.push(sorted.slice(from, to))
    end = to
  }
  return outages
}

/** The position after the last silence that lies together with this one and all between them. */
function togetherUntil(sorted: readonly GroupedAlarm[], times: readonly number[], from: number): number {
  let windowMs = OUTAGE.leastWindowMs
  for (let to = from; to < sorted.length; to += 1) {
    windowMs = Math.max(windowMs, (sorted[to]?.interval_seconds ?? 0) * SECOND_MS)
    if ((times[to] ?? 0) - (times[from] ?? 0) > windowMs) return to
  }
  return sorted.length
}

/** Whether an alarm began within 15 minutes of the newest other alarm of an incident of its tank, or while its sonde is out of the water. */
function joinsTank<A extends GroupedAlarm>(alarm: A, { cause, members }: IncidentGroup<A>): boolean {
  const others = [...members].filter((member) => member !== alarm)
  if (cause === 'outage' || cause === 'sensor_fault' || others.length === 0) return false
  if (cause === 'out_of_water' && isOfSonde(alarm) && others.some((other) => isActive(other) && isOfSonde(other)))
    return true
  return Math.abs(timeOf(alarm) - Math.max(...others.map(timeOf))) <= ONE_TANK_WITHIN_MS
}

/** Metrics that a sonde measures in the water. */
const OF_SONDE: readonly (string | null)[] = [
  'tank_temperature',
  'ph',
  'salinity',
  'orp',
  'conductivity',
  'dissolved_oxygen',
  'oxygen_saturation',
]
const isOfSonde = ({ kind, metric }: GroupedAlarm) =>
  (isOfLimit(kind) || kind === 'out_of_water') && OF_SONDE.includes(metric)

/** Whether the quality gate found it, or salinity and conductivity fell below their limits together while the water temperature stayed inside its own. */
function isOutOfWater(members: readonly GroupedAlarm[]): boolean {
  if (members.some(({ kind }) => kind === 'out_of_water')) return true
  const fallsOf = (metric: string) => members.filter((one) => one.metric === metric && one.kind === 'low')
  const areNear = (a: GroupedAlarm, b: GroupedAlarm) => Math.abs(timeOf(a) - timeOf(b)) <= TOGETHER_WITHIN_MS
  const falls = fallsOf('salinity').filter((fall) => fallsOf('conductivity').some((other) => areNear(fall, other)))
  const changes = members.filter(({ metric, kind }) => metric === 'tank_temperature' && isOfLimit(kind))
  return falls.some((fall) => !changes.some((change) => areNear(fall, change)))
}

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const known = map.get(key)
  if (known) known.add(value)
  else map.set(key, new Set([value]))
}

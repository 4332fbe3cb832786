import { isActive, type AlarmKind, type AlarmState, type Severity } from '@dalyan/contracts/alarm-words'
import type { Forewarning } from '@dalyan/contracts/forewarnings'
import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS, SCREEN_ORDER, type MetricKey } from '@dalyan/contracts/metrics'
import { distanceOutside, severityRank, sideOf, spanOf } from '@dalyan/contracts/out-of-range'
import type { TankMode } from '@dalyan/contracts/tank-modes'
import type { TankStatus } from '@dalyan/contracts/tanks'
import type { TerminalConnection } from '@dalyan/contracts/terminals'
import type { WallTank, WallValue } from '@dalyan/contracts/wall'

/** A terminal that is on the tank, or has measured it, and its newest value of each metric there. */
export interface TerminalFacts {
  /** Active, and on this tank: only then it delivers, and an old value counts. */
  is_here: boolean
  /** Entered by hand: shown, never compared with limits. */
  is_by_hand: boolean
  connection: TerminalConnection
  stale_after_seconds: number
  /** A value measured before it is older than the limit of the terminal. */
  fresh_from: Instant
  /** In the order of the metric registry; null: it never measured it. */
  values: readonly (number | null)[]
  /** When each value was measured. */
  times: readonly (Instant | null)[]
}

export interface WallAlarm {
  kind: AlarmKind
  metric: MetricKey | null
  severity: Severity
  state: AlarmState
  out_since: Instant
  shelved_until: Instant | null
}

type WallLimits = WallTank['limits']

/** Everything that decides what the overview says of a tank. */
export interface TankFacts {
  status: TankStatus
  terminals: readonly TerminalFacts[]
  limits: WallLimits
  alarms: readonly WallAlarm[]
  mode: TankMode | null
  /** Of an active tank: the limit that is probably crossed next. */
  forewarning: Pick<Forewarning, 'metric' | 'since'> | null
}

type ShownState = Pick<
  WallTank,
  'state' | 'since' | 'acknowledged' | 'critical' | 'lead' | 'values' | 'last_measured_at' | 'stale_after_seconds'
> & {
  /** Active limits apply to a fresh value of a terminal. */
  is_watched: boolean
}

/** What the overview says of a tank. Shelved alarms count as acknowledged ones: the value is out of range all the same. */
export function shownTank(facts: TankFacts, now: Instant): ShownState {
  const values: WallTank['values'] = {}
  const freshness = new Map<MetricKey, boolean>()
  let newest: Instant | null = null
  let isFresh = false
  let isWatched = false
  for (const terminal of facts.terminals) {
    const { is_here, is_by_hand, fresh_from, times } = terminal
    METRIC_KEYS.forEach((metric, i) => {
      const [value, measured_at] = [terminal.values[i] ?? null, times[i] ?? null]
      if (value === null || measured_at === null) return
      const limits = facts.limits[metric]
      const fresh = !is_by_hand && measured_at >= fresh_from
      const out = !is_by_hand && limits !== undefined && (fresh || is_here) && sideOf(value, limits) !== null
      const known = values[metric]
      if (!known || isBetter({ fresh, out, measured_at }, { ...known, fresh: freshness.get(metric) === true })) {
        values[metric] = { value, measured_at, out }
        freshness.set(metric, fresh)
      }
      if (is_by_hand) return
      if (newest === null || measured_at > newest) newest = measured_at
      if (!fresh) return
      isFresh = true
      if (limits && (limits.min !== null || limits.max !== null)) isWatched = true
    })
  }
  newest ??= Object.values(values).reduce<Instant | null>(
    (latest, { measured_at }) => (latest !== null && latest > measured_at ? latest : measured_at),
    null,
  )
  const delivering = facts.terminals.filter(({ is_here, is_by_hand }) => is_here && !is_by_hand)
  const lasts = {
    values,
    last_measured_at: newest,
    stale_after_seconds:
      delivering.length === 0 ? null : Math.max(...delivering.map(({ stale_after_seconds }) => stale_after_seconds)),
    is_watched: facts.status === 'active' && isWatched,
  }
  if (facts.status !== 'active')
    return {
      ...lasts,
      state: 'suspended',
      since: null,
      acknowledged: false,
      critical: false,
      lead: leadOf(facts, values, []),
    }

  const active = facts.alarms.filter(isActive)
  const acknowledged = (alarms: readonly WallAlarm[]) =>
    alarms.every(
      ({ state, shelved_until }) => state === 'active_ack' || (shelved_until !== null && shelved_until > now),
    )
  // The newest accepted value of a sensor with a fault is old.
  const lead = leadOf(
    facts,
    values,
    active.filter(({ kind }) => kind !== 'fault' && kind !== 'out_of_water'),
  )
  // A sensor with a fault says nothing of the water.
  const faults = active.filter(({ kind }) => kind === 'fault')
  const others = active.filter(({ kind }) => kind !== 'fault')
  const limited = others.filter(({ kind }) => kind !== 'silent')
  const critical = limited.filter(({ severity }) => severity === 'critical')
  const base = { ...lasts, lead, since: null, acknowledged: false, critical: critical.length > 0 }
  // Silence goes before the limits: the last values of a silent tank keep their mark, but say nothing of now.
  if (delivering.every(({ connection }) => connection === 'offline' || connection === 'never'))
    return { ...base, state: 'silent', since: newest }
  if (others.length === 0 && isFresh && facts.forewarning)
    return { ...base, state: 'fore', since: facts.forewarning.since, lead: facts.forewarning.metric }
  const worst = critical.length > 0 ? critical : others.length > 0 ? others : faults
  if (worst.length > 0)
    return {
      ...base,
      state: critical.length > 0 ? 'crit' : others.length > 0 ? 'warn' : 'suspect',
      since: worst.map(({ out_since }) => out_since).reduce((a, b) => (a < b ? a : b)),
      acknowledged: acknowledged(worst),
    }
  if (!isFresh) return { ...base, state: 'stale', since: newest }
  return { ...base, state: facts.mode ? 'mode' : 'normal' }
}

type Compared = Pick<WallValue, 'out' | 'measured_at'> & { fresh: boolean }

/** Fresh before old, of fresh ones out of range before inside, newer before older. */
function isBetter(a: Compared, b: Compared): boolean {
  if (a.fresh !== b.fresh) return a.fresh
  if (a.fresh && a.out !== b.out) return a.out
  return a.measured_at > b.measured_at
}

/** The metric of the worst active alarm; without one the value furthest outside; else the first that has a value. */
function leadOf({ limits }: TankFacts, values: WallTank['values'], active: readonly WallAlarm[]): MetricKey | null {
  const [alarm] = active
    .filter(({ metric }) => metric !== null && values[metric] !== undefined)
    .toSorted(
      (a, b) =>
        severityRank(a.severity) - severityRank(b.severity) ||
        Number(a.kind === 'silent') - Number(b.kind === 'silent') ||
        excess(values, limits, b.metric) - excess(values, limits, a.metric),
    )
  if (alarm) return alarm.metric
  const known = SCREEN_ORDER.filter((metric) => values[metric] !== undefined)
  const out = known.filter((metric) => values[metric]?.out)
  const [worst] = out.toSorted((a, b) => excess(values, limits, b) - excess(values, limits, a))
  return worst ?? known[0] ?? null
}

/** How far outside its limits a value lies, in spans of the limits; 0: it is inside. */
function excess(values: WallTank['values'], limits: WallLimits, metric: MetricKey | null): number {
  const range = metric && limits[metric]
  const value = metric && values[metric]
  const outside = range && value ? distanceOutside(value.value, range) : null
  return range && outside ? outside.distance / (spanOf(range) || Number.EPSILON) : 0
}

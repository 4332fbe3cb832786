import type { Alarm } from '@dalyan/contracts/alarms'
import { QUALITY_KINDS, type AlarmKind } from '@dalyan/contracts/alarm-words'
import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { SIDES, worstSeverity } from '@dalyan/contracts/out-of-range'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { AlarmRow } from '../../../core/database/schema-alarms.ts'
import type { EvaluatedReading, GatedReading } from '../../measurements/storing/reading.ts'
import { alarmsRepository } from '../alarms.sql.ts'
import { FAULT_REOPENS_WITHIN_MS, REOPENS_WITHIN_MS, type Transition } from '../machine/alarm-machine.rules.ts'
import { saveAlarms, type SaveNeeds } from '../machine/save-alarms.ts'
import {
  evaluationRepository,
  type AssignedTerminal,
  type EvaluatedTank,
  type EvaluatedValue,
  type EvaluationRepository,
} from './evaluation.sql.ts'
import {
  evaluateValue,
  isOutBy,
  type StoredExcursion,
  type LimitState,
  type MetricLimits,
} from './limit-state.rules.ts'

interface Needs extends SaveNeeds {
  clock: Clock
}

/**
 * Evaluates the readings that a transaction has just stored. Costs one query when no value is or was out. @returns the changed alarms;
 * announce them after the commit
 */
export async function evaluateReadings(
  needs: Needs,
  connection: Connection,
  stored: readonly EvaluatedReading[],
): Promise<Alarm[]> {
  const onTanks = stored.filter(({ tank_id }) => tank_id !== null)
  if (onTanks.length === 0) return []
  const repository = evaluationRepository(connection)
  // A terminal that is out in this batch may return in the same batch: all of its readings count.
  const candidates = await repository.findCandidates(onTanks)
  if (candidates.size === 0) return []
  const readings = onTanks
    .filter(({ terminal_id }) => candidates.has(terminal_id))
    .toSorted((a, b) => a.measured_at - b.measured_at || a.terminal_id - b.terminal_id)
  const tankIds = [...new Set(readings.map(({ tank_id }) => tank_id ?? 0))].sort((a, b) => a - b)

  const since = readings[0]?.measured_at ?? needs.clock.now()
  const context = await loadEvaluationContext(connection, tankIds, instantAt(since))
  const values = await withoutLate(repository, valuesToEvaluate(context, readings), readings)
  const after = new Map(context.limitStates)
  const now = instantAt(needs.clock.now())
  for (const value of values) evaluateAllKinds(after, value, now)
  return saveAlarms(needs, connection, await saveExcursions(connection, context.limitStates, after))
}

/** All values of devices that are on a tank now, for each of their metrics that is or was out. */
function valuesToEvaluate(context: EvaluationContext, readings: readonly GatedReading[]): EvaluatedValue[] {
  const all = readings.flatMap(({ terminal_id, tank_id, measured_at, values, refused }) => {
    if (tank_id === null || !activeTerminal(context, tank_id, terminal_id)) return []
    if (!context.tanks.get(tank_id)?.limits) return []
    const at = instantAt(measured_at)
    return METRIC_KEYS.flatMap((metric, index): EvaluatedValue[] => {
      const ofMetric = { tank_id, terminal_id, metric, at }
      const value = values[index] ?? null
      const rejected = refused?.[metric]
      if (rejected) return [{ ...ofMetric, value: rejected.value, refused: rejected.reason }]
      return value === null ? [] : [{ ...ofMetric, value, refused: null }]
    })
  })
  const concerned = new Set(all.filter((value) => concerns(context, value)).map(pairOf))
  return all.filter((value) => concerned.has(pairOf(value)))
}

const pairOf = ({ terminal_id, metric }: Pick<EvaluatedValue, 'terminal_id' | 'metric'>) => `${terminal_id} ${metric}`

function concerns(context: EvaluationContext, value: EvaluatedValue): boolean {
  return EVALUATED_KINDS.some((kind) => {
    const state = context.limitStates.get(limitStateKey(value.tank_id, value.metric, kind))
    if (!state?.limits) return false
    return isOutBy(state, value) || state.excursions.some(({ terminal_id }) => terminal_id === value.terminal_id)
  })
}

/**
 * The values of these readings that are not older than the last one evaluated for their terminal and metric
 * (docs/behaviour/measurements.md).
 */
async function withoutLate(
  repository: EvaluationRepository,
  values: readonly EvaluatedValue[],
  readings: readonly GatedReading[],
): Promise<EvaluatedValue[]> {
  if (values.length === 0) return []
  const byTerminal = Map.groupBy(readings, ({ terminal_id }) => terminal_id)
  // The values are sorted by time: the first is the oldest.
  const questions = [...Map.groupBy(values, pairOf).values()].flatMap(([oldest]) => {
    if (!oldest) return []
    const { terminal_id, metric, at } = oldest
    const index = METRIC_KEYS.indexOf(metric)
    const grown = (byTerminal.get(terminal_id) ?? []).filter((reading) => (reading.values[index] ?? null) === null)
    return [{ terminal_id, metric, since: at, grown: grown.map(({ measured_at }) => instantAt(measured_at)) }]
  })
  const evaluated = new Map(
    (await repository.findEvaluatedUntil(questions)).map((row) => [pairOf(row), row.measured_at]),
  )
  return values.filter((value) => value.at > (evaluated.get(pairOf(value)) ?? ''))
}

/** Locked tanks with their terminals, alarms and the limit state of each metric and side. */
export interface EvaluationContext {
  tanks: ReadonlyMap<number, EvaluatedTank>
  /** Devices by id; each is on one tank at most. */
  terminals: ReadonlyMap<number, AssignedTerminal>
  limitStates: Map<string, LimitState>
  silences: AlarmRow[]
}

const EVALUATED_KINDS = [...SIDES, ...QUALITY_KINDS] as const
const limitStateKey = (tank_id: number, metric: MetricKey | null, kind: AlarmKind) => `${tank_id} ${metric} ${kind}`

/** The device that is on the tank now and may raise alarms there. */
export function activeTerminal(
  context: EvaluationContext,
  tank_id: number,
  terminal_id: number,
): AssignedTerminal | undefined {
  const terminal = context.terminals.get(terminal_id)
  return terminal?.tank_id === tank_id && terminal.status === 'active' ? terminal : undefined
}

/** Locks the tanks and reads all that their evaluation needs. `since`: the oldest instant to evaluate. */
export async function loadEvaluationContext(
  connection: Connection,
  tankIds: readonly number[],
  since: Instant,
): Promise<EvaluationContext> {
  const repository = evaluationRepository(connection)
  await repository.lockTanks(tankIds)
  const tanks = new Map((await repository.findTanks(tankIds)).map((tank) => [tank.id, tank]))
  const terminals = new Map((await repository.findTerminals(tankIds)).map((terminal) => [terminal.id, terminal]))
  const modesBy = Map.groupBy(await repository.findModes(tankIds, since), ({ tank_id }) => tank_id)
  const excursions = await repository.findExcursions(tankIds)
  // An excursion that holds belongs to an alarm that is not closed, so the search for closed alarms ignores it.
  const waiting = excursions.filter(({ holds }) => !holds)
  const oldest = waiting.reduce((first, { out_since }) => (out_since < first ? out_since : first), since)
  const reopensWithinMs = waiting.some(({ kind }) => kind === 'fault') ? FAULT_REOPENS_WITHIN_MS : REOPENS_WITHIN_MS
  const closedSince = instantAt(Date.parse(oldest) - reopensWithinMs)
  const alarms = await alarmsRepository(connection).findLast(tankIds, closedSince)

  const excursionsBy = Map.groupBy(excursions, (one) => limitStateKey(one.tank_id, one.metric, one.kind))
  const alarmBy = new Map(alarms.map((alarm) => [limitStateKey(alarm.tank_id, alarm.metric, alarm.kind), alarm]))
  const limitStates = new Map<string, LimitState>()
  for (const tank of tanks.values()) {
    for (const metric of METRIC_KEYS) {
      const ofTank = tank.status === 'active' ? tank.limits : null
      const held = (modesBy.get(tank.id) ?? []).filter(({ metrics }) => metrics.includes(metric))
      for (const kind of EVALUATED_KINDS) {
        const key = limitStateKey(tank.id, metric, kind)
        const [alarm, out] = [alarmBy.get(key) ?? null, excursionsBy.get(key) ?? []]
        const limits = limitsFor(kind, metric, ofTank)
        limitStates.set(key, { tank_id: tank.id, metric, kind, limits, alarm, excursions: out, held, transitions: [] })
      }
    }
  }
  return { tanks, terminals, limitStates, silences: alarms.filter(({ kind }) => kind === 'silent') }
}

/** What a value of this metric is evaluated by; null: not evaluated. */
function limitsFor(
  kind: (typeof EVALUATED_KINDS)[number],
  metric: MetricKey,
  limits: readonly MetricLimits[] | null,
): MetricLimits | null {
  const ofMetric = limits?.[METRIC_KEYS.indexOf(metric)] ?? null
  if (kind === 'fault') return ofFault(ofMetric)
  if (kind === 'out_of_water') return metric === 'conductivity' ? ofOutOfWater(limits) : null
  return ofMetric
}

const NO_LIMITS = { min: null, max: null, critical_min: null, critical_max: null }

/** A faulty sensor counts where its metric is limited: without limits no user relies on it. */
function ofFault(limits: MetricLimits | null): MetricLimits | null {
  if (!limits || (limits.min === null && limits.max === null)) return null
  return { ...NO_LIMITS, severity: 'warning', delay_seconds: limits.delay_seconds }
}

/** As grave as the limits that it hides: those of salinity and conductivity, which fresh water would break. */
function ofOutOfWater(limits: readonly MetricLimits[] | null): MetricLimits | null {
  if (!limits) return null
  const hidden = (['salinity', 'conductivity'] as const).flatMap((metric) => {
    const one = limits[METRIC_KEYS.indexOf(metric)]
    if (!one || one.min === null) return []
    return one.critical_min === null ? one.severity : 'critical'
  })
  return { ...NO_LIMITS, severity: worstSeverity(hidden) ?? 'warning', delay_seconds: limits[0]?.delay_seconds ?? 0 }
}

/** Evaluates a value against both limits of its metric, and by its quality, in the map of limit states. */
export function evaluateAllKinds(limitStates: Map<string, LimitState>, value: EvaluatedValue, now: Instant): void {
  for (const kind of EVALUATED_KINDS) {
    const key = limitStateKey(value.tank_id, value.metric, kind)
    const state = limitStates.get(key)
    if (state) limitStates.set(key, evaluateValue(state, value, now))
  }
}

/** Writes the excursions that changed, sorted by key. @returns the transitions of their alarms, not saved yet. */
export async function saveExcursions(
  connection: Connection,
  before: ReadonlyMap<string, LimitState>,
  after: ReadonlyMap<string, LimitState>,
): Promise<Transition[]> {
  const pairs = [...after].flatMap(([key, now]) => {
    const was = before.get(key)
    return was && was !== now ? [{ was, now }] : []
  })
  const changed = pairs.flatMap(({ was, now }) =>
    now.excursions.filter((excursion) => !was.excursions.includes(excursion)),
  )
  const gone = pairs.flatMap(({ was, now }) =>
    was.excursions.filter(
      ({ terminal_id }) => !now.excursions.some((excursion) => excursion.terminal_id === terminal_id),
    ),
  )
  const byKey = (a: StoredExcursion, b: StoredExcursion) =>
    a.terminal_id - b.terminal_id ||
    a.tank_id - b.tank_id ||
    a.metric.localeCompare(b.metric) ||
    a.kind.localeCompare(b.kind)
  const repository = evaluationRepository(connection)
  await repository.removeExcursions(gone.toSorted(byKey))
  await repository.upsertExcursions(changed.toSorted(byKey))
  return pairs.flatMap(({ now }) => now.transitions)
}

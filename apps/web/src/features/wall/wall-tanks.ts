import type { Measurement } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import { type Side, sideOf } from '@dalyan/contracts/out-of-range'
import type { Wall, WallSpark, WallTank } from '@dalyan/contracts/wall'
import { WALL_STATES, type WallState } from '@dalyan/contracts/wall-states'
import { foldText } from '@dalyan/contracts/fold-text'
import { useFromNow } from '../../shared/clock/use-now.ts'

/** A tank with its state at this moment, which its age can have changed since the answer. */
export interface ShownTank {
  tank: WallTank
  state: WallState
}

/** @param now server time, epoch milliseconds */
export function stateAt({ state, last_measured_at, stale_after_seconds }: WallTank, now: number): WallState {
  const isWell = state === 'normal' || state === 'mode' || state === 'fore'
  if (!isWell || last_measured_at === null || stale_after_seconds === null) return state
  return now - Date.parse(last_measured_at) > stale_after_seconds * 1000 ? 'stale' : state
}

/** The tanks with their states now; the same array until a tank or a state changes, so that tiles are not drawn again in between. */
export function useShownTanks(tanks: readonly WallTank[] | undefined): readonly ShownTank[] {
  return useFromNow((now) => (tanks ?? []).map((tank) => ({ tank, state: stateAt(tank, now) })))
}

export const isAlarmed = (state: WallState) => state === 'crit' || state === 'warn'

/** Whether a value is out of range, or was when the tank fell silent: such a tank stays in every count. The alarm of a silent sensor does not count. */
export const isOutOfRange = ({ tank }: ShownTank) => Object.values(tank.values).some(({ out }) => out)

/** On which side the value of a metric is outside its limits; null: it is inside, or does not count. */
export function sideOutside({ values, limits }: Pick<WallTank, 'values' | 'limits'>, metric: MetricKey): Side | null {
  const value = values[metric]
  const range = limits[metric]
  return value?.out && range ? sideOf(value.value, range) : null
}

/**
 * Whether a metric has no present value although its tank delivers: its sensor is silent, or its values are refused. The last values of a silent
 * tank stand for themselves, out of range or not.
 */
export function isUnknownNow(
  { values, last_measured_at, stale_after_seconds, state }: WallTank,
  metric: MetricKey,
): boolean {
  const value = values[metric]
  if (!value || value.out || last_measured_at === null || stale_after_seconds === null) return false
  if (state === 'silent' || state === 'stale') return false
  return Date.parse(last_measured_at) - Date.parse(value.measured_at) > stale_after_seconds * 1000
}

/** The metrics of a tile: the leading one, and pH or, where that leads, the temperature. */
export function slotsOf({ lead, values }: WallTank): MetricKey[] {
  if (lead === null) return []
  const order: MetricKey[] = lead === 'tank_temperature' ? ['ph', ...SCREEN_ORDER] : SCREEN_ORDER.slice()
  const second = order.find((metric) => metric !== lead && values[metric] !== undefined)
  return second ? [lead, second] : [lead]
}

export interface WallFilter {
  states: readonly WallState[]
  text: string
}

/** The tanks in one of the states whose code, name or place contains the text; empty filters let every tank pass. */
export function filterTanks(tanks: readonly ShownTank[], { states, text }: WallFilter): ShownTank[] {
  const part = foldText(text)
  return tanks.filter(
    ({ tank, state }) =>
      (states.length === 0 || states.includes(state)) &&
      (part === '' || foldText(`${tank.code} ${tank.name} ${tank.place ?? ''}`).includes(part)),
  )
}

/** Whether a user has to look at the tank. */
export const isTroubled = ({ state }: Pick<ShownTank, 'state'>) =>
  isAlarmed(state) || state === 'silent' || state === 'suspect' || state === 'stale'

/** How many tanks are in each state. */
export function countStates(tanks: readonly ShownTank[]): Map<WallState, number> {
  const counts = new Map<WallState, number>()
  for (const { state } of tanks) counts.set(state, (counts.get(state) ?? 0) + 1)
  return counts
}

export const DANGER_GROUPS = {
  look: ['crit', 'warn'],
  silent: ['silent', 'stale'],
  doubt: ['fore', 'suspect'],
  others: ['mode', 'normal', 'suspended'],
} as const satisfies Record<string, readonly WallState[]>
export type DangerGroup = keyof typeof DANGER_GROUPS

/** The worst tanks first: by state, the unacknowledged before the others, then by code. */
export function byDanger(tanks: readonly ShownTank[]): ShownTank[] {
  const rank = ({ tank, state }: ShownTank) =>
    2 * WALL_STATES.indexOf(state) + Number(isAlarmed(state) ? tank.acknowledged : !isOutOfRange({ tank, state }))
  return tanks.toSorted((a, b) => rank(a) - rank(b))
}

/** The tanks by place, in the order of the places; a place without one of the tanks is left out. */
export function placeGroups(places: Wall['places'], tanks: readonly ShownTank[]) {
  const byPlace = Map.groupBy(tanks, ({ tank }) => tank.place)
  return places.flatMap(({ name }) => {
    const of = byPlace.get(name)
    return of ? { key: `place ${name}`, place: name, tanks: of } : []
  })
}

/** What the codes of some tanks have in common up to a separator, when it may be left out; empty: nothing. */
export function commonPrefix(codes: readonly string[]): string {
  const [first = '', ...others] = codes
  if (others.length === 0) return ''
  const prefix = /^.*[-_]/.exec(first)?.[0] ?? /^\D+(?=\d)/.exec(first)?.[0] ?? ''
  return others.every((code) => code.startsWith(prefix) && code.length > prefix.length) ? prefix : ''
}

/**
 * The overview with newer readings. `isBehind`: a tank that was silent or stale delivers again, which only the server can evaluate. Tanks without a
 * new value stay the same objects.
 */
export function withReadings(wall: Wall, readings: readonly Measurement[]): { wall: Wall; isBehind: boolean } {
  const byTank = new Map(readings.map((reading) => [reading.tank_id, reading]))
  let isBehind = false
  const tanks = wall.tanks.map((tank) => {
    const reading = byTank.get(tank.id)
    if (!reading || reading.iot_id === null) return tank
    if (tank.state === 'silent' || tank.state === 'stale') isBehind = true
    return withReading(tank, reading)
  })
  return { wall: tanks.some((tank, i) => tank !== wall.tanks[i]) ? { ...wall, tanks } : wall, isBehind }
}

function withReading(tank: WallTank, reading: Measurement): WallTank {
  const { measured_at } = reading
  const values = { ...tank.values }
  let { spark, last_measured_at } = tank
  let isNews = false
  for (const metric of METRIC_KEYS) {
    const value = reading[metric]
    const known = values[metric]
    // A refused value is none of the tank.
    if (value === null || reading.refused?.[metric] || (known && known.measured_at >= measured_at)) continue
    isNews = true
    const range = tank.limits[metric]
    values[metric] = { value, measured_at, out: range !== undefined && sideOf(value, range) !== null }
    if (spark?.metric === metric) spark = withPoint(spark, measured_at, value)
  }
  if (!isNews) return tank
  if (last_measured_at === null || measured_at > last_measured_at) last_measured_at = measured_at
  return { ...tank, values, spark, last_measured_at }
}

function withPoint(spark: WallSpark, at: string, value: number): WallSpark {
  const i = Math.floor((Date.parse(at) - Date.parse(spark.from)) / 1000 / spark.step_seconds)
  const moved = Math.max(0, i - spark.min.length + 1)
  const include = (list: readonly (number | null)[], pick: (a: number, b: number) => number) => {
    const next = [...list.slice(moved), ...Array.from({ length: Math.min(moved, list.length) }, () => null)]
    const index = i - moved
    if (index >= 0) next[index] = pick(next[index] ?? value, value)
    return next
  }
  return {
    ...spark,
    from: new Date(Date.parse(spark.from) + moved * spark.step_seconds * 1000).toISOString(),
    min: include(spark.min, Math.min),
    max: include(spark.max, Math.max),
  }
}

import { SEVERITIES, type Severity } from './alarm-words.ts'
import type { Range } from './range-templates.ts'

/** The two sides on which a value can leave its range. */
export const SIDES = ['low', 'high'] as const
export type Side = (typeof SIDES)[number]

/** The ends of a range; null: that side is open. */
export type Limits = Pick<Range, 'min' | 'max'>

/** The limit of one side; null: that side is open. */
export function limitOf({ min, max }: Limits, side: Side): number | null {
  return side === 'low' ? min : max
}

/** Whether `a` lies further out on this side than `b`. Compared as 32-bit floats, as the database stores them: a stored 8.3 is not above a limit of 8.3. */
export function isBeyond(side: Side, a: number, b: number): boolean {
  return side === 'low' ? Math.fround(a) < Math.fround(b) : Math.fround(a) > Math.fround(b)
}

/** Whether a value lies outside its range on this side; a value equal to its limit is inside. */
export function isOut(side: Side, value: number, limits: Limits): boolean {
  const limit = limitOf(limits, side)
  return limit !== null && isBeyond(side, value, limit)
}

/** The side on which a value lies outside its range; null: it is inside. */
export function sideOf(value: number, limits: Limits): Side | null {
  if (isOut('low', value, limits)) return 'low'
  return isOut('high', value, limits) ? 'high' : null
}

/** How far outside its range a value lies, in its unit; null: it is inside. */
export function distanceOutside(value: number, limits: Limits): { side: Side; distance: number } | null {
  const side = sideOf(value, limits)
  const limit = side && limitOf(limits, side)
  return side === null || limit === null ? null : { side, distance: Math.abs(value - limit) }
}

/** Severity of a value outside its range: the metric's own, critical beyond a critical limit (equal is not beyond). */
export function severityOf(value: number, range: Omit<Range, 'min' | 'max'>): Severity {
  const critical = { min: range.critical_min ?? null, max: range.critical_max ?? null }
  return sideOf(value, critical) ? 'critical' : range.severity
}

/** Sorts the worst severity first. */
export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity)
}

/** The worst of some severities; null of none. */
export function worstSeverity(severities: readonly Severity[]): Severity | null {
  return SEVERITIES.find((severity) => severities.includes(severity)) ?? null
}

/** The distance between both limits; the absolute limit where there is only one. */
export function spanOf({ min, max }: Limits): number {
  return min !== null && max !== null ? max - min : Math.abs(min ?? max ?? 0)
}

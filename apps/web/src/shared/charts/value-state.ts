/** The normal range of a quantity; an absent end is not watched. */
export interface Limits {
  min: number | null
  max: number | null
}

/** `none`: there is no value, or nothing to compare it with. */
export type ValueState = 'in' | 'low' | 'high' | 'stale' | 'none'

/**
 * Where a value stands. Old values are `stale` whatever they say; a value equal to its limit is inside.
 * Both sides are compared as 32-bit floats, as the server keeps them: 8.3 read back is not above a limit of 8.3.
 */
export function valueState(value: number | null, limits: Limits | null, isStale: boolean): ValueState {
  if (value === null || !Number.isFinite(value)) return 'none'
  if (isStale) return 'stale'
  if (!hasLimits(limits)) return 'none'
  return sideOutside(value, limits) ?? 'in'
}

/** The side on which a value lies outside its limits, or null. */
export function sideOutside(value: number, limits: Limits): 'low' | 'high' | null {
  const real = Math.fround(value)
  if (limits.min !== null && real < Math.fround(limits.min)) return 'low'
  if (limits.max !== null && real > Math.fround(limits.max)) return 'high'
  return null
}

/** How far outside its limits a value lies, in its unit; null when it is inside. */
export function distanceOutside(value: number, limits: Limits): { side: 'low' | 'high'; distance: number } | null {
  const side = sideOutside(value, limits)
  if (side === 'high' && limits.max !== null) return { side, distance: value - limits.max }
  if (side === 'low' && limits.min !== null) return { side, distance: limits.min - value }
  return null
}

export function hasLimits(limits: Limits | null): limits is Limits {
  return limits !== null && (limits.min !== null || limits.max !== null)
}

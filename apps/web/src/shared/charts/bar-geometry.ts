import type { Limits } from './value-state.ts'

/** Places on a bar, as shares of its width (0…1). */
export interface BarGeometry {
  /** The normal band; null without limits. An open side reaches the end of the bar and has no edge there. */
  band: { start: number; end: number; hasStart: boolean; hasEnd: boolean } | null
  /** Where the value stands, kept inside the bar; null without a value. */
  pointer: number | null
}

/**
 * Lays a value and its limits on a bar. The bar shows the limits with their own span on both sides (a third of the bar
 * each), cut at the quantity's physical bounds, so that a small step out of range is still seen.
 */
export function barGeometry(
  value: number | null,
  limits: Limits | null,
  bounds: { min: number; max: number },
): BarGeometry {
  const span = shownSpan(limits, bounds)
  const place = (at: number) => Math.min(1, Math.max(0, (at - span.from) / (span.to - span.from)))
  const min = limits?.min ?? null
  const max = limits?.max ?? null
  const band =
    min === null && max === null
      ? null
      : {
          start: min === null ? 0 : place(min),
          end: max === null ? 1 : place(max),
          hasStart: min !== null,
          hasEnd: max !== null,
        }
  return { band, pointer: value === null || !Number.isFinite(value) ? null : place(value) }
}

function shownSpan(limits: Limits | null, bounds: { min: number; max: number }): { from: number; to: number } {
  const min = limits?.min ?? null
  const max = limits?.max ?? null
  if (min !== null && max !== null) {
    const side = max - min
    return { from: Math.max(bounds.min, min - side), to: Math.min(bounds.max, max + side) }
  }
  return { from: bounds.min, to: bounds.max }
}

const FAR = 10

/**
 * The point to which a key moves the crosshair: arrows by one (ten with Shift), Home and End to the ends.
 * Points without a value are skipped. Null: the key does not move the crosshair, or there is no point.
 * @param at the current point, null before the first move (which starts at the newest).
 */
export function nextPoint(
  values: readonly (number | null)[],
  at: number | null,
  key: string,
  isFar: boolean,
): number | null {
  const points = values.flatMap((value, i) => (value === null ? [] : [i]))
  if (points.length === 0) return null
  const last = points.length - 1
  const before =
    at === null
      ? last
      : Math.max(
          0,
          points.findLastIndex((i) => i <= at),
        )
  const step = isFar ? FAR : 1
  const target = {
    ArrowLeft: at === null ? last : before - step,
    ArrowRight: before + step,
    Home: 0,
    End: last,
  }[key]
  return target === undefined ? null : (points[Math.min(last, Math.max(0, target))] ?? null)
}

const FAR = 10

/**
 * The point to which a key moves the crosshair: arrows by one (ten with Shift), Home and End to the ends.
 * Places without a value are passed over. Null: the key is not the crosshair's, or there is nothing to show.
 * @param at the present point, null before the first move (which starts at the newest).
 */
export function nextPoint(
  values: readonly (number | null)[],
  at: number | null,
  key: string,
  isFar: boolean,
): number | null {
  const filled = values.flatMap((value, i) => (value === null ? [] : [i]))
  if (filled.length === 0) return null
  const last = filled.length - 1
  const before =
    at === null
      ? last
      : Math.max(
          0,
          filled.findLastIndex((i) => i <= at),
        )
  const step = isFar ? FAR : 1
  const target = {
    ArrowLeft: at === null ? last : before - step,
    ArrowRight: before + step,
    Home: 0,
    End: last,
  }[key]
  return target === undefined ? null : (filled[Math.min(last, Math.max(0, target))] ?? null)
}

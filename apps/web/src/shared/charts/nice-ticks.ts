/** Round numbers inside a range, at most `most` of them; their distance is 1, 2 or 5 times a power of ten. */
export function niceTicks([low, high]: readonly [number, number], most: number): number[] {
  const step = niceStep((high - low) / Math.max(1, most - 1))
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

/** The least round distance that is not shorter. */
function niceStep(least: number): number {
  if (!(least > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power
}

/** How many decimals distinguish the ticks. */
export function tickDecimals(ticks: readonly number[]): number {
  const [first = 0, second = first + 1] = ticks
  return Math.max(0, Math.min(6, -Math.floor(Math.log10(Math.abs(second - first)) + 1e-9)))
}

/** A range with some air around its values; never empty. */
export function airyRange(values: readonly number[], padding = 0.05): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (low > high) return [0, 1]
  const pad = high > low ? (high - low) * padding : Math.max(Math.abs(high) * 0.01, 0.5)
  return [low - pad, high + pad]
}

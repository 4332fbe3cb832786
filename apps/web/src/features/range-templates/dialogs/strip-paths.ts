import type { Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { isOut, SIDES, type Limits } from '@dalyan/contracts/out-of-range'

export const STRIP = { width: 480, height: 64 } as const
/** Free space around the data and the limits, as a part of their distance. */
const MARGIN = 0.15

/** What a strip draws of one metric; `times` in epoch seconds. */
export interface StripData {
  from: number
  to: number
  times: readonly number[]
  min: readonly (number | null)[]
  max: readonly (number | null)[]
}

/** The part of a series that the strip of a metric draws. */
export function stripData({ from, to, times, metrics }: Series, metric: MetricKey): StripData | null {
  const values = metrics[metric]
  return values ? { from: Date.parse(from) / 1000, to: Date.parse(to) / 1000, times, ...values } : null
}

/** The values at the lower and the upper edge of a strip that holds the data and all limits; the bounds where there is neither. */
export function stripDomain(
  { min, max }: Pick<StripData, 'min' | 'max'>,
  limits: readonly (number | null)[],
  bounds: { min: number; max: number },
): [number, number] {
  const known = [...min, ...max, ...limits].filter((value) => value !== null && Number.isFinite(value)) as number[]
  if (known.length === 0) return [bounds.min, bounds.max]
  const [least, greatest] = [Math.min(...known), Math.max(...known)]
  const margin = MARGIN * (greatest - least || (bounds.max - bounds.min) / 20)
  return [Math.max(bounds.min, least - margin), Math.min(bounds.max, greatest + margin)]
}

/** The path data of the bars from the least to the greatest value of each bucket: all of them, and their parts outside the limits. */
export function stripPaths(
  { from, to, times, min, max }: StripData,
  limits: Limits,
  [bottom, top]: readonly [number, number],
): { bars: string; out: string } {
  const x = (time: number) => round(((time - from) / (to - from)) * STRIP.width)
  const y = (value: number) => stripY(value, [bottom, top])
  let [bars, out] = ['', '']
  times.forEach((time, i) => {
    const [least, greatest] = [min[i] ?? null, max[i] ?? null]
    if (least === null || greatest === null) return
    // A bar of one value stays visible.
    bars += `M${x(time)} ${round(y(least) + 0.75)}V${round(y(greatest) - 0.75)}`
    for (const side of SIDES) {
      const end = side === 'low' ? least : greatest
      if (isOut(side, end, limits))
        out += `M${x(time)} ${y((side === 'low' ? limits.min : limits.max) ?? end)}V${y(end)}`
    }
  })
  return { bars, out }
}

/** The position of a value on the strip, kept between its edges. */
export function stripY(value: number, [bottom, top]: readonly [number, number]): number {
  const share = top > bottom ? (value - bottom) / (top - bottom) : 0.5
  return round(STRIP.height * (1 - Math.min(1, Math.max(0, share))))
}

const round = (value: number) => Math.round(value * 10) / 10

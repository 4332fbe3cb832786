import type { Measurement } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, perMetric, type MetricKey } from '@dalyan/contracts/metrics'
import { instantAt } from '../../../core/clock.ts'
import type { GatedReading, RefusedValues } from './reading.ts'

/** The shortest decimal of a database real, as PostgreSQL writes it: 18.4, not 18.399999618530273. */
export function shortestDecimal(real: number): number {
  // Nearly all sensors send few decimals; `byDigits` is 50 times slower.
  for (const scale of SCALES) {
    const rounded = Math.round(real * scale) / scale
    if (Math.fround(rounded) === real) return Math.abs(rounded * scale) < MOST_DIGITS ? rounded : byDigits(real)
  }
  return byDigits(real)
}

const SCALES = [10, 1000, 10_000]
/** A real has at most seven digits. */
const MOST_DIGITS = 1_000_000

function byDigits(real: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(real.toPrecision(digits))
    if (Math.fround(short) === real) return short
  }
  return Number(real.toPrecision(9))
}

/** One object shape for all, so that the engine creates them quickly. */
const EMPTY = {
  iot_id: null,
  tank_id: null,
  measured_at: '',
  received_at: '',
  clock_skew: false,
  refused: null,
  ...perMetric(() => null),
}

/** Stored readings in the format that browsers receive. */
export function asMeasurements(readings: readonly GatedReading[]): Measurement[] {
  // Readings of one batch share few arrival times.
  const texts = new Map<number, string>()
  const textOf = (ms: number) => {
    const known = texts.get(ms)
    if (known) return known
    const text = instantAt(ms)
    texts.set(ms, text)
    return text
  }
  return readings.map((reading) => {
    const measurement: Measurement = {
      ...EMPTY,
      iot_id: reading.terminal_id,
      tank_id: reading.tank_id,
      measured_at: textOf(reading.measured_at),
      received_at: textOf(reading.received_at),
      clock_skew: reading.clock_skew,
    }
    if (reading.refused) Object.assign(measurement, shownWithReasons(reading.refused))
    for (let i = 0; i < METRIC_KEYS.length; i += 1) {
      const value = reading.values[i] ?? null
      const key = METRIC_KEYS[i]
      if (value !== null && key) measurement[key] = shortestDecimal(value)
    }
    return measurement
  })
}

/** The refused values under their metrics, and the reason of each. */
export function shownWithReasons(
  refused: NonNullable<RefusedValues>,
): Partial<Record<MetricKey, number>> & Pick<Measurement, 'refused'> {
  const found = METRIC_KEYS.flatMap((key) => {
    const one = refused[key]
    return one ? [{ key, ...one }] : []
  })
  return {
    ...Object.fromEntries(found.map(({ key, value }) => [key, value])),
    refused: Object.fromEntries(found.map(({ key, reason }) => [key, reason])),
  }
}

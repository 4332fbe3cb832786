import type { Measurement } from '@dalyan/contracts/measurements'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { instantAt } from '../../core/clock.ts'
import type { Reading } from './reading.ts'

/** The shortest decimal that the database's real stands for, as the database itself writes it: 18.4, not 18.399999618530273. */
export function shortestDecimal(real: number): number {
  // Nearly all sensors give at most three decimals; printing digits is 50 times slower.
  const rounded = Math.round(real * 1000) / 1000
  if (Math.fround(rounded) === real && Math.abs(real) < 1000) return rounded
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(real.toPrecision(digits))
    if (Math.fround(short) === real) return short
  }
  return Number(real.toPrecision(9))
}

/** Stored readings in the form in which browsers hear of them. */
export function asMeasurements(readings: readonly Reading[]): Measurement[] {
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
    const measurement: Partial<Measurement> = {
      iot_id: reading.terminal_id,
      tank_id: reading.tank_id,
      measured_at: textOf(reading.measured_at),
      received_at: textOf(reading.received_at),
      clock_skew: reading.clock_skew,
    }
    METRIC_KEYS.forEach((key, i) => {
      const value = reading.values[i] ?? null
      measurement[key] = value === null ? null : shortestDecimal(value)
    })
    return measurement as Measurement
  })
}

import type { ReportedHealth } from '@dalyan/contracts/health-words'
import type { ReadingMessage } from '@dalyan/contracts/device-messages'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'

/** Mean, daily swing and noise of each metric, as in a seawater tank under a roof. Invented, unlike the recorded data of `demo-data/`. */
const SHAPES: Readonly<
  Partial<Record<MetricKey, readonly [middle: number, swing: number, noise: number, digits: number]>>
> = {
  tank_temperature: [18.2, 1.4, 0.05, 2],
  ambient_temperature: [21, 5, 0.2, 1],
  cabinet_temperature: [27, 6, 0.2, 1],
  ambient_humidity: [64, 12, 0.6, 1],
  cabinet_humidity: [45, 6, 0.4, 1],
  ph: [7.9, 0.12, 0.01, 2],
  salinity: [31, 0.6, 0.05, 2],
  orp: [210, 18, 2, 0],
  conductivity: [47.5, 0.9, 0.05, 2],
}
const MEASURED = METRIC_KEYS.flatMap((key, index) => {
  const shape = SHAPES[key]
  if (!shape) return []
  const [middle, swing, noise, digits] = shape
  return [{ key, index, middle, swing, noise, scale: 10 ** digits }]
})
const DAY_MS = 86_400_000

/**
 * A value of each usual metric at an instant: a daily wave with a little noise. The same terminal and instant always give the same values, so that a
 * resent reading is a duplicate and never a conflict.
 * @param terminal varies the values, so that not all tanks are alike.
 */
export function plausibleReading(terminal: number, atMs: number): ReadingMessage {
  const wave = Math.sin((2 * Math.PI * ((atMs % DAY_MS) - 9 * 3_600_000)) / DAY_MS)
  const reading: ReadingMessage = { measured_at: new Date(atMs).toISOString() }
  for (const { key, index, middle, swing, noise, scale } of MEASURED) {
    const own = spread(terminal * 31 + index) * swing * 0.5
    const value = middle + own + wave * swing + spread(atMs * 7 + terminal * 131 + index) * noise
    reading[key] = Math.round(value * scale) / scale
  }
  return reading
}

const VARIANTS = 16

/**
 * Readings as JSON text for a load generator, which shares the processor with the server it measures: each terminal repeats the values of its first
 * sixteen plausible readings. Only the instants always differ.
 */
export function plausibleTexts(): (terminal: number, atMs: number) => string {
  const values: string[] = []
  return (terminal, atMs) => {
    const index = terminal * VARIANTS + (atMs % VARIANTS)
    const known = (values[index] ??= valuesOf(plausibleReading(terminal, atMs)))
    return `{"measured_at":"${new Date(atMs).toISOString()}",${known}`
  }
}

/** All but the instant, as the end of a JSON object. */
function valuesOf(reading: ReadingMessage): string {
  return JSON.stringify({ ...reading, measured_at: undefined }).slice(1)
}

const DAYS_OF_A_BATTERY = 45

/** Battery and signal of a terminal on radio at an instant: a battery that is replaced before it is empty, and a noisy link. Invented. */
export function plausibleHealth(terminal: number, atMs: number): ReportedHealth {
  const used = ((atMs / DAY_MS + terminal * 17) % DAYS_OF_A_BATTERY) / DAYS_OF_A_BATTERY
  const noise = spread(Math.floor(atMs / 60_000) * 13 + terminal)
  return {
    battery: Math.round(100 - 88 * used),
    rssi: Math.round(-97 - (terminal % 3) * 6 + noise * 7),
    snr: Number((7 - (terminal % 3) * 3 + noise * 3).toFixed(1)),
    gateway: `GW-${1 + Math.floor(terminal / 40)}`,
  }
}

/** A fixed number in −1…1 for a seed, by the final mix of Murmur3. */
function spread(seed: number): number {
  let hash = Math.imul((seed ^ (seed / 4_294_967_296)) | 0, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2_147_483_648 - 1
}

import * as z from 'zod/mini'
import { METRIC_KEYS, type MetricKey } from './metrics.ts'

/** How the quality gate tests the values of a metric, in its unit (docs/behaviour/measurements.md, "Quality gate"). */
export interface QualityLimits {
  /** The least and the greatest value that the sensor can measure. */
  low: number
  high: number
  /** The greatest change in a minute. */
  step: number
  /** The greatest change however long it took, up to four hours as much again: two readings may lie far apart. */
  cap: number
}
export const QUALITY_LIMITS = ['low', 'high', 'step', 'cap'] as const satisfies readonly (keyof QualityLimits)[]

const HUMIDITY = { low: 0, high: 105, step: 10, cap: 60 }

/** The limits of a metric unless a profile has others: steps are beyond the largest good ones of two years of recordings. */
export const USUAL_QUALITY_LIMITS: Readonly<Record<MetricKey, QualityLimits>> = {
  tank_temperature: { low: -5, high: 50, step: 1, cap: 4 },
  ambient_temperature: { low: -50, high: 60, step: 1.5, cap: 8 },
  cabinet_temperature: { low: -40, high: 90, step: 2, cap: 10 },
  ambient_humidity: HUMIDITY,
  cabinet_humidity: HUMIDITY,
  ph: { low: 2, high: 12, step: 0.3, cap: 1.3 },
  salinity: { low: 0, high: 50, step: 4, cap: 16 },
  orp: { low: -999, high: 999, step: 60, cap: 200 },
  conductivity: { low: 0, high: 80, step: 6, cap: 24 },
  // Not measured: bounds of common sensors, and steps wide enough for pure oxygen that is switched on.
  dissolved_oxygen: { low: 0, high: 40, step: 5, cap: 20 },
  oxygen_saturation: { low: 0, high: 400, step: 60, cap: 240 },
}

const MOST = 1_000_000
const bound = z.optional(z.number().check(z.gte(-MOST), z.lte(MOST)))
const change = z.optional(z.number().check(z.gt(0), z.lte(MOST)))

const MetricQuality = z.object({ low: bound, high: bound, step: change, cap: change }).check(
  z.refine(({ low, high }) => low === undefined || high === undefined || low < high, {
    error: 'range_min_not_below_max',
    path: ['high'],
  }),
)

/** Conductivity at the water's own temperature, or converted by the terminal to 25 °C. */
export const CONDUCTIVITY_KINDS = ['raw', 'at_25'] as const
export type ConductivityKind = (typeof CONDUCTIVITY_KINDS)[number]

/**
 * What the sensors of a profile are, and how they are tested. `sonde`: one instrument, which computes other metrics by its temperature; `separate`: probes that do not
 * depend on each other. `conductivity`: what kind they send, from which the salinity is derived; null: unknown. `limits`: those that differ from the usual ones.
 */
export const QualityRules = z.object({
  sensors: z._default(z.enum(['sonde', 'separate']), 'sonde'),
  conductivity: z._default(z.nullable(z.enum(CONDUCTIVITY_KINDS)), null),
  limits: z._default(z.partialRecord(z.enum(METRIC_KEYS), MetricQuality), {}),
})
export type QualityRules = z.infer<typeof QualityRules>
export type Sensors = QualityRules['sensors']

/** As if a terminal had no profile. */
export const USUAL_QUALITY: QualityRules = { sensors: 'sonde', conductivity: null, limits: {} }

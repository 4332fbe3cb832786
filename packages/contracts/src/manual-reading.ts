import * as z from 'zod/mini'
import { InstantInput, type Instant } from './instant.ts'
import { METRIC_KEYS, METRICS, type MetricKey } from './metrics.ts'

const SECONDS_BELOW = 1e11
/** The last millisecond that a Date can represent. */
const LAST_MS = 8.64e15

/** In the forms of devices: ISO 8601, epoch milliseconds, or seconds below 1e11; parsed into the wire form. */
const MeasuredAt = z.union([
  InstantInput,
  z.pipe(
    z.number().check(z.gte(-LAST_MS), z.lte(LAST_MS)),
    z.transform((given: number): Instant =>
      new Date(Math.floor(Math.abs(given) < SECONDS_BELOW ? given * 1000 : given)).toISOString(),
    ),
  ),
])

const value = (metric: (typeof METRICS)[number]) =>
  z.optional(z.nullable(z.number().check(z.gte(metric.min), z.lte(metric.max))))

/** One reading entered by a user: in the form of devices, but every error is reported at its field. Default time: now. */
export const ManualReading = z
  .object({
    measured_at: z.optional(z.nullable(MeasuredAt)),
    ...(Object.fromEntries(METRICS.map((metric) => [metric.key, value(metric)])) as Record<
      MetricKey,
      ReturnType<typeof value>
    >),
  })
  .check(
    z.refine((reading) => METRIC_KEYS.some((key) => typeof reading[key] === 'number'), {
      error: 'no_metric',
      path: ['reading'],
    }),
  )
export type ManualReading = z.infer<typeof ManualReading>

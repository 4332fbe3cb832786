import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { MetricKey } from './metrics.ts'

/** Largest message of a device, in bytes, and most readings in one. */
export const MAX_MESSAGE_BYTES = 256 * 1024
export const MAX_READINGS = 1000

/** The topic to which a terminal publishes its readings. */
export function measurementsTopic(code: string): string {
  return `dalyan/v1/${code}/measurements`
}
/** The topic of the ThingsBoard device API; there the key is the user name. */
export const THINGSBOARD_TOPIC = 'v1/devices/me/telemetry'

/** A device sends one reading or an array of them; checked reading by reading in code instead of by a schema (`parse-reading.ts`). */
export type ReadingMessage = { measured_at?: string | number } & { [key in MetricKey]?: number | null }

export const IntakeReply = z.object({
  stored: z.int(),
  duplicates: z.int(),
  rejected: z.array(z.object({ index: z.int(), errors: z.record(z.string(), z.array(z.string())) })),
})
export type IntakeReply = z.infer<typeof IntakeReply>

export const deviceApi = {
  measurements: endpoint('POST', '/api/iot/measurements', { body: z.unknown(), reply: IntakeReply, status: 201 }),
  thingsboard: endpoint('POST', '/api/v1/:key/telemetry', {
    params: z.object({ key: z.string() }),
    body: z.unknown(),
    reply: z.object({}),
  }),
}

import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { ReportedHealth } from './health-words.ts'
import { endpoint } from './endpoint.ts'
import type { Instant } from './instant.ts'
import type { MetricKey } from './metrics.ts'

/** Largest message of a device, in bytes, and most readings in one. */
export const MAX_MESSAGE_BYTES = 256 * 1024
export const MAX_READINGS = 1000

/** The topic to which a terminal publishes its readings. */
export function measurementsTopic(code: string): string {
  return `dalyan/v1/${code}/measurements`
}
/** The topic on which a terminal is sent what was refused of its messages. */
export function errorsTopic(code: string): string {
  return `dalyan/v1/${code}/errors`
}
/** The topic on which a terminal behind a broker is sent what of its messages is on disk. */
export function receiptsTopic(code: string): string {
  return `dalyan/v1/${code}/receipts`
}
/** The topic of the ThingsBoard device API; there the key is the user name. */
export const THINGSBOARD_TOPIC = 'v1/devices/me/telemetry'

/** A device sends one reading or an array of them; checked reading by reading in code instead of by a schema (`parse-reading.ts`). */
export type ReadingMessage = { measured_at?: string | number } & { [key in MetricKey]?: number | null } & ReportedHealth

export const IntakeReply = z.object({
  stored: z.int(),
  duplicates: z.int(),
  rejected: z.array(z.object({ index: z.int(), errors: z.record(z.string(), z.array(z.string())) })),
})
export type IntakeReply = z.infer<typeof IntakeReply>

/** What a terminal is sent about a message of which something was refused: the answer by HTTP, and what that leaves out. */
export interface RefusalNotice extends IntakeReply {
  message: string
  code: ErrorCode
  /** Values that were left out of readings that were stored. */
  left_out?: IntakeReply['rejected']
  /** Readings with another value than the stored one of the same time. */
  conflicts?: number
  /** The number of readings that are not listed, because the notice would be too long. */
  more?: number
}

/** What a terminal behind a broker is sent about each of its messages once all of it is on disk or refused for good. */
export interface ReadingsReceipt {
  /** The instants of the readings that are on disk, as stored, in the order of the message. */
  measured_at: Instant[]
  /** How many of them are new, and how many were on disk already. */
  stored: number
  duplicates: number
  /** How many readings were refused, 1 for a message that cannot be read; `…/errors` says why. */
  rejected: number
}

/**
 * The result of an event of a LoRaWAN network server. `waiting`: the device waits until an administrator lets it in; `refused`: for good, its log
 * says why; `ignored`: the event holds nothing that is kept.
 */
export const LorawanReply = z.extend(IntakeReply, { outcome: z.enum(['stored', 'refused', 'waiting', 'ignored']) })
export type LorawanReply = z.infer<typeof LorawanReply>

export const deviceApi = {
  measurements: endpoint('POST', '/api/iot/measurements', {
    body: z.unknown(),
    maxBytes: MAX_MESSAGE_BYTES,
    reply: IntakeReply,
    status: 201,
  }),
  thingsboard: endpoint('POST', '/api/v1/:key/telemetry', {
    params: z.object({ key: z.string() }),
    body: z.unknown(),
    maxBytes: MAX_MESSAGE_BYTES,
    reply: z.object({}),
  }),
  /** One event of any device of a LoRaWAN network server (integrations.ts), whose secret is the bearer. */
  lorawan: endpoint('POST', '/api/iot/lorawan', {
    /** The event's type, as ChirpStack names it. */
    query: z.object({ event: z.optional(z.string()) }),
    body: z.unknown(),
    maxBytes: MAX_MESSAGE_BYTES,
    reply: LorawanReply,
  }),
}

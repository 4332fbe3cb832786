import * as z from 'zod/mini'
import { isKeepable } from './codes.ts'
import { HEALTH_BOUNDS, type HealthName } from './health-words.ts'
import { Instant } from './instant.ts'

const LONGEST_GATEWAY = 64

/** A value as it is kept, or undefined when it cannot be one. */
export function healthValue(name: HealthName, given: unknown): number | string | undefined {
  if (name === 'gateway') {
    const text = typeof given === 'string' ? given.trim() : ''
    return text !== '' && text.length <= LONGEST_GATEWAY && isKeepable(text) ? text : undefined
  }
  const { min, max } = HEALTH_BOUNDS[name]
  return typeof given === 'number' && given >= min && given <= max ? given + 0 : undefined
}

const lastOf = <T extends z.ZodMiniType>(value: T) => z.nullable(z.object({ value, at: Instant }))

/** The newest of each, with its arrival; null: the terminal never sent it. */
export const DeviceHealth = z.object({
  battery: lastOf(z.number()),
  rssi: lastOf(z.number()),
  snr: lastOf(z.number()),
  gateway: lastOf(z.string()),
})
export type DeviceHealth = z.infer<typeof DeviceHealth>

const hourly = z.nullable(z.number())
/** The last seven days in hours, oldest first; hours in which nothing came are left out. */
export const HealthHistory = z.object({
  hours: z.array(z.object({ at: Instant, battery: hourly, rssi: hourly, snr: hourly })),
  /** The last value that was not believed, and how many of them came; untrusted. */
  refused: z.nullable(z.object({ name: z.string(), value: z.string(), count: z.int(), at: Instant })),
})
export type HealthHistory = z.infer<typeof HealthHistory>

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant, InstantInput } from './instant.ts'
import { METRIC_KEYS } from './metrics.ts'
import { IdParams } from './paging.ts'
import { UserRef } from './users.ts'

/** Work on a tank during which chosen metrics raise no alarm. */
export const TANK_MODES = ['cleaning', 'calibration', 'feeding', 'water_change', 'treatment', 'empty'] as const
export type TankModeName = (typeof TANK_MODES)[number]

/** The mode that a tank is in. It ends by itself at `until`; silence and metrics that it does not name are never held. */
export const TankMode = z.object({
  name: z.enum(TANK_MODES),
  until: Instant,
  metrics: z.array(z.enum(METRIC_KEYS)),
  by: z.nullable(UserRef),
})
export type TankMode = z.infer<typeof TankMode>

export const LONGEST_MODE_MINUTES = 1440

export const TankModeInput = z.object({
  name: z.enum(TANK_MODES),
  minutes: z.int().check(z.gte(1), z.lte(LONGEST_MODE_MINUTES)),
  /** The metrics that raise no alarm meanwhile. */
  metrics: z.array(z.enum(METRIC_KEYS)).check(z.minLength(1), z.maxLength(METRIC_KEYS.length)),
})
export type TankModeInput = z.infer<typeof TankModeInput>

/** A running mode, or one that is over: `until` is then its real end. */
export const TankModeSpan = z.extend(TankMode, { from: Instant })
export type TankModeSpan = z.infer<typeof TankModeSpan>

/** Modes that overlap a time; without `from` the last 24 hours, without `to` until now. */
export const TankModeSpansQuery = z.object({ from: z.optional(InstantInput), to: z.optional(InstantInput) })

export const tankModesApi = {
  /** Ends the mode that the tank is in, if any, and starts another. */
  start: endpoint('POST', '/api/tanks/:id/mode', {
    params: IdParams,
    body: TankModeInput,
    reply: TankMode,
    status: 201,
  }),
  /** 204 also when the tank is in no mode. */
  end: endpoint('DELETE', '/api/tanks/:id/mode', { params: IdParams }),
  /** Oldest first, the newest 500 at most. */
  spans: endpoint('GET', '/api/tanks/:id/modes', {
    params: IdParams,
    query: TankModeSpansQuery,
    reply: z.object({ data: z.array(TankModeSpan) }),
  }),
}

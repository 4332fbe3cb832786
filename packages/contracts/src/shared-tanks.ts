import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { Series } from './measurements.ts'
import { Ranges } from './range-templates.ts'
import { TankMode } from './tank-modes.ts'
import { LastMeasurement, Tank, TankAlarm, TankTerminal, TerminalLatest } from './tanks.ts'
import { WALL_STATES } from './wall-states.ts'

/**
 * A tank as a visitor with its link sees it: no user, no note and no id of a record. Its terminals, whose numbers the values have as `iot_id`, are
 * counted from 1, and have no code; 0 is one that is no longer on the tank.
 */
export const SharedTank = z.object({
  ...z.pick(Tank, { code: true, name: true, status: true, location: true, district: true, province: true }).shape,
  state: z.enum(WALL_STATES),
  /** Since when it is in this state; null: the state has no beginning that matters. */
  since: z.nullable(Instant),
  range_template: z.nullable(z.object({ active: z.boolean(), ranges: Ranges })),
  iots: z.array(z.pick(TankTerminal, { id: true, status: true, stale_after_seconds: true })),
  last_measurement: z.nullable(LastMeasurement),
  /** Of each terminal, where the tank has several. */
  latest: z.array(TerminalLatest),
  open_alarms: z.array(z.omit(TankAlarm, { id: true })),
  mode: z.nullable(z.omit(TankMode, { by: true })),
  /** When the link ends. */
  expires_at: Instant,
})
export type SharedTank = z.infer<typeof SharedTank>

/** The windows of the charts, in hours until now. */
export const SHARED_HOURS = ['24', '168', '720'] as const
export type SharedHours = (typeof SHARED_HOURS)[number]

/** Read with the header of a display link that shows a tank, and by no session. An ended, a removed and an unknown link are all answered with 401. */
export const sharedTankApi = {
  get: endpoint('GET', '/api/shared-tank', { reply: SharedTank }),
  series: endpoint('GET', '/api/shared-tank/series', {
    query: z.object({ hours: z._default(z.enum(SHARED_HOURS), '24') }),
    reply: Series,
  }),
}

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Forewarning } from './forewarnings.ts'
import { Interruption } from './home.ts'
import { Incident } from './incidents.ts'
import { Instant } from './instant.ts'
import { METRIC_KEYS } from './metrics.ts'
import { someIds } from './paging.ts'
import { TankMode } from './tank-modes.ts'
import { TANK_STATUSES } from './tanks.ts'
import { WALL_STATES } from './wall-states.ts'

const limit = z.nullable(z.number())

/** The newest value of a metric; of several terminals the worst one that is fresh. */
export const WallValue = z.object({
  value: z.number(),
  measured_at: Instant,
  /** Outside the limits now; or it was when its terminal, which is still on the tank, fell silent. */
  out: z.boolean(),
})
export type WallValue = z.infer<typeof WallValue>

/** The course of one metric in buckets of `step_seconds` from `from` on; null: a bucket without a value. */
export const WallSpark = z.object({
  metric: z.enum(METRIC_KEYS),
  from: Instant,
  step_seconds: z.int(),
  min: z.array(limit),
  max: z.array(limit),
})
export type WallSpark = z.infer<typeof WallSpark>

/** A tank as the overview shows it (docs/behaviour/overview.md). */
export const WallTank = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  /** Its `location`. */
  place: z.nullable(z.string()),
  status: z.enum(TANK_STATUSES),
  state: z.enum(WALL_STATES),
  /** Since when it is in this state; null: the state has no beginning that matters. */
  since: z.nullable(Instant),
  /** Every alarm behind a `crit` or `warn` is acknowledged or shelved. */
  acknowledged: z.boolean(),
  /** A value that is out of range has an active critical alarm, also when the tank has fallen silent since. */
  critical: z.boolean(),
  /** The metric to show first: the worst one, else the tank's temperature; null: the tank has no value. */
  lead: z.nullable(z.enum(METRIC_KEYS)),
  values: z.partialRecord(z.enum(METRIC_KEYS), WallValue),
  spark: z.nullable(WallSpark),
  /** Of a template that is in use. */
  limits: z.partialRecord(z.enum(METRIC_KEYS), z.object({ min: limit, max: limit })),
  mode: z.nullable(TankMode),
  /** The limit that is probably crossed next. */
  forewarning: z.nullable(Forewarning),
  last_measured_at: z.nullable(Instant),
  /** Age from which the newest value is stale; null: no terminal delivers. */
  stale_after_seconds: z.nullable(z.number()),
})
export type WallTank = z.infer<typeof WallTank>

/** Everything the overview shows, in one answer. */
export const Wall = z.object({
  /** In the order of their names, tanks without a place last; `tanks` counts. */
  places: z.array(z.object({ name: z.nullable(z.string()), tanks: z.int() })),
  /** By code. */
  tanks: z.array(WallTank),
  /** The open ones. */
  incidents: z.array(Incident),
  /** `total`: active tanks; `watched`: those of them whose limits apply to a fresh value. */
  watch: z.object({ watched: z.int(), total: z.int(), checked_at: Instant, interruption: z.nullable(Interruption) }),
})
export type Wall = z.infer<typeof Wall>

/** At most one page of the list of tanks. */
const MOST_NAMED = 200

/** `tank_ids`: only these tanks, and the incidents that concern them. */
export const WallQuery = z.object({ tank_ids: z.optional(someIds(MOST_NAMED)) })
export type WallQuery = z.infer<typeof WallQuery>

/** The `ETag` stands for all but `checked_at`. */
export const wallApi = { get: endpoint('GET', '/api/wall', { query: WallQuery, reply: Wall }) }

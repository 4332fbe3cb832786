import * as z from 'zod/mini'
import { Alarm } from './alarms.ts'
import { endpoint } from './endpoint.ts'
import { Incident } from './incidents.ts'
import { Instant } from './instant.ts'
import { OnCallOrder } from './notifications.ts'
import { Order } from './orders.ts'
import { SEVERITIES } from './alarm-words.ts'
import { TankMode } from './tank-modes.ts'
import { TankRef } from './terminals.ts'
import { FirmRef } from './users.ts'

/** A time in which the server, or its database, was down, so that no reading was taken and no alarm raised. */
export const Interruption = z.object({ from: Instant, to: Instant })
export type Interruption = z.infer<typeof Interruption>

/** The content of a user's home page: open alarms, own tanks, latest orders, points. */
export const Home = z.object({
  /** `open` excludes shelved alarms, as in the list; `shelved` counts them. `worst`: in the order of the list, but among alarms of one severity silences come last. */
  alarms: z.object({ open: z.int(), unacknowledged: z.int(), shelved: z.int(), worst: z.array(Alarm) }),
  /**
   * The state of the tanks at `checked_at`. `watched`: active tanks whose template is in use and limits a metric of which a terminal of the tank
   * delivered a fresh value. Only `watched` = `active` and `out_of_range` 0 mean that all is well.
   */
  tanks: z.object({
    total: z.int(),
    active: z.int(),
    watched: z.int(),
    /** Includes tanks whose terminals fell silent while out of range (`silent_out`). */
    out_of_range: z.int(),
    silent_out: z.int(),
    stale: z.int(),
    checked_at: Instant,
    /** The last one of the last 24 hours. */
    interruption: z.nullable(Interruption),
  }),
  orders: z.array(Order),
  points: z.object({ balance: z.int() }),
})
export type Home = z.infer<typeof Home>

/** What a span of a tank's day was: a value out of range, by severity, or a silent terminal. */
export const DAY_SPAN_KINDS = [...SEVERITIES, 'silent'] as const

/** The last hours of a tank. `from` and `to` of a span: seconds since the start of the strip. */
export const TankDay = z.object({
  id: z.int(),
  code: z.string(),
  /** Whether a reading of the tank was ever stored: without one, no span does not mean that nothing happened. */
  has_reported: z.boolean(),
  spans: z.array(z.object({ from: z.int(), to: z.int(), kind: z.enum(DAY_SPAN_KINDS) })),
})
export type TankDay = z.infer<typeof TankDay>

/** The open incidents of a user, without shelved alarms. */
export const NowIncidents = z.object({
  /** How many have an alarm that is out of range or silent now. */
  active: z.int(),
  /** The most urgent of these, at most six. */
  shown: z.array(Incident),
  /** Tanks with a critical value now, and further tanks with another value out of range now. */
  critical_tanks: z.int(),
  warning_tanks: z.int(),
  /** Tanks from which nothing arrives. */
  silent_tanks: z.int(),
  /** Further tanks of which a value does not arrive or cannot be true. */
  unmeasured_tanks: z.int(),
  /** The alarms to acknowledge of incidents that are over; the longest of them in seconds. */
  returned: z.object({ alarms: z.int(), tanks: z.int(), longest_seconds: z.int() }),
})
export type NowIncidents = z.infer<typeof NowIncidents>

/** What needs the user now, what happened in the last 24 hours, who is on duty, and what is held back. */
export const Now = z.object({
  checked_at: Instant,
  incidents: NowIncidents,
  day: z.object({
    from: Instant,
    to: Instant,
    /** The active tanks in the order of their places; with more than 200 only those with a span, at most 200. */
    tanks: z.array(TankDay),
    /** Active tanks without a span that have reported and are not in `tanks`. */
    quiet: z.int(),
    /** Active tanks without a span that never reported, also those in `tanks`. */
    unknown: z.int(),
  }),
  /** The on-call orders of the caller's firms that have one, at most five. */
  duty: z.array(z.object({ firm: FirmRef, on_call: OnCallOrder.shape.data })),
  /** The shelved alarms whose time ends first. */
  shelved: z.array(Alarm),
  /** The tanks that are in a mode; the one that ends first comes first. */
  modes: z.array(z.object({ tank: TankRef, mode: TankMode })),
})
export type Now = z.infer<typeof Now>

export const homeApi = {
  home: endpoint('GET', '/api/home', { reply: Home }),
  now: endpoint('GET', '/api/now', { reply: Now }),
}

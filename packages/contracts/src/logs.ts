import * as z from 'zod/mini'
import { TerminalRef } from './alarms.ts'
import { endpoint } from './endpoint.ts'
import { Instant, InstantInput } from './instant.ts'
import { IdParams, pageOf, pageQuery, SearchText, someOf, sortOf, wholeNumber } from './paging.ts'

export const LOG_STATUSES = ['success', 'warning', 'error'] as const
export type LogStatus = (typeof LOG_STATUSES)[number]

/** Who or what did it. */
export const Processor = z.object({
  type: z.enum(['user', 'terminal', 'system']),
  id: z.nullable(z.int()),
  name: z.string(),
})
export type Processor = z.infer<typeof Processor>

const entry = {
  id: z.int(),
  status: z.enum(LOG_STATUSES),
  processor: Processor,
  /** A word such as created, updated, status_changed, tank_assigned, connected, key_rotated, measurement_rejected. */
  event: z.string(),
  /** Free details; a device's text in it is hostile text. */
  meta: z.nullable(z.record(z.string(), z.unknown())),
  created_at: Instant,
}
export const TerminalLog = z.object({ ...entry, iot: TerminalRef })
export type TerminalLog = z.infer<typeof TerminalLog>
export const TankLog = z.object({ ...entry, tank: TerminalRef })
export type TankLog = z.infer<typeof TankLog>

const listFields = {
  ...pageQuery(1000),
  status: z.optional(someOf(LOG_STATUSES)),
  event: z.optional(SearchText),
  from: z.optional(InstantInput),
  to: z.optional(InstantInput),
  sort: z.optional(sortOf(['created_at', 'id'])),
  /** Only rows that became visible after this one (0: from the first), in that order. */
  after_id: z.optional(wholeNumber(0, 999_999_999_999_999)),
}
export const TerminalLogListQuery = z.object({ ...listFields, iot_id: z.optional(wholeNumber(1, 2_147_483_647)) })
export type TerminalLogListQuery = z.infer<typeof TerminalLogListQuery>
export const TankLogListQuery = z.object({ ...listFields, tank_id: z.optional(wholeNumber(1, 2_147_483_647)) })
export type TankLogListQuery = z.infer<typeof TankLogListQuery>
/** Of one terminal or tank. */
const OwnLogQuery = z.object({ ...pageQuery(1000), status: listFields.status, event: listFields.event })

/** Counted to 10,000; beyond it `total` stays there and `total_capped` says so. */
export const TerminalLogPage = z.extend(pageOf(TerminalLog), { total_capped: z.optional(z.boolean()) })
export const TankLogPage = z.extend(pageOf(TankLog), { total_capped: z.optional(z.boolean()) })

export const logsApi = {
  terminals: endpoint('GET', '/api/iot-logs', { query: TerminalLogListQuery, reply: TerminalLogPage }),
  terminal: endpoint('GET', '/api/iots/:id/logs', { params: IdParams, query: OwnLogQuery, reply: TerminalLogPage }),
  tanks: endpoint('GET', '/api/tank-logs', { query: TankLogListQuery, reply: TankLogPage }),
  tank: endpoint('GET', '/api/tanks/:id/logs', { params: IdParams, query: OwnLogQuery, reply: TankLogPage }),
}

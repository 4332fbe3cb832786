import * as z from 'zod/mini'
import { BulkAnswer, BulkInput, MAX_BULK_BYTES } from './bulk.ts'
import { DeviceHealth } from './device-health.ts'
import { Code, DeviceEui } from './codes.ts'
import { endpoint, recordEndpoints } from './endpoint.ts'
import { Instant, InstantInput } from './instant.ts'
import { METRIC_KEYS } from './metrics.ts'
import { IdInQuery, IdParams, pageQuery, RecordId, SearchText, someOf, sortOf, yesNo } from './paging.ts'
import { UserRef } from './users.ts'

/** "iot" is used only in paths and field names of the API; elsewhere the device is called a terminal. */
export const TERMINAL_STATUSES = ['active', 'inactive', 'suspended', 'unauthorized', 'banned', 'deleted'] as const
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number]
/**
 * The statuses that a user may set; DELETE sets `deleted`, and an unknown device's request `unauthorized`. `active` lifts a ban and lets a
 * waiting device in; both keep their key.
 */
export const WRITABLE_TERMINAL_STATUSES = ['active', 'inactive', 'suspended', 'unauthorized', 'banned'] as const

export const CONNECTIONS = ['online', 'stale', 'offline', 'never'] as const
export type TerminalConnection = (typeof CONNECTIONS)[number]

export const TankRef = z.object({ id: z.int(), code: z.string(), name: z.string() })
export type TankRef = z.infer<typeof TankRef>

/** A map of names that many terminals share (key-profiles.ts). */
const KeyProfileRef = z.object({ id: z.int(), name: z.string() })

export const Terminal = z.object({
  id: z.int(),
  code: z.string(),
  status: z.enum(TERMINAL_STATUSES),
  tank: z.nullable(TankRef),
  ip_address: z.nullable(z.string()),
  /** Its address in a LoRaWAN network; null: it is no such device, or its code is its address. */
  device_eui: z.nullable(z.string()),
  last_seen_at: z.nullable(Instant),
  connection: z.enum(CONNECTIONS),
  /** Messages refused because of the terminal's status. */
  refused_count: z.int(),
  /** Keys in its messages that name no metric, with their last value. */
  unknown_keys: z.record(z.string(), z.unknown()),
  key_profile: z.nullable(KeyProfileRef),
  expected_interval_seconds: z.nullable(z.int()),
  /** Expected, else usual seconds between its messages; null: not known yet. */
  interval_seconds: z.nullable(z.number()),
  /** The newest value of each metric that it delivered to its present tank; without a tank, to none. */
  values: z.partialRecord(z.enum(METRIC_KEYS), z.object({ value: z.number(), measured_at: Instant })),
  /** Battery and signal; null: it never sent any. */
  health: z.nullable(DeviceHealth),
  /** Time without a stored reading after which the terminal is offline and silent; null: by its interval (docs/behaviour/terminals.md). */
  offline_after_seconds: z.nullable(z.int()),
  suspended_until: z.nullable(Instant),
  /** For a waiting (`unauthorized`) terminal: first and last try, and the first half of its key's SHA-256. */
  first_try_at: z.nullable(Instant),
  last_try_at: z.nullable(Instant),
  key_fingerprint: z.nullable(z.string()),
  created_at: Instant,
  updated_at: Instant,
  last_modified_by: z.nullable(UserRef),
})
export type Terminal = z.infer<typeof Terminal>

const fields = {
  code: Code,
  status: z.enum(WRITABLE_TERMINAL_STATUSES),
  tank_id: z.nullable(RecordId),
  ip_address: z.nullable(z.union([z.ipv4(), z.ipv6()], { error: 'ip_invalid' })),
  device_eui: z.nullable(DeviceEui),
  expected_interval_seconds: z.nullable(z.int().check(z.gte(1), z.lte(604_800))),
  offline_after_seconds: z.nullable(z.int().check(z.gte(30), z.lte(86_400))),
  suspended_until: z.nullable(InstantInput),
  key_profile_id: z.nullable(RecordId),
}

export const TerminalChange = z.partial(z.object(fields))
export type TerminalChange = z.infer<typeof TerminalChange>
export const TerminalInput = z.extend(TerminalChange, {
  code: fields.code,
  status: z._default(fields.status, 'active'),
})
export type TerminalInput = z.infer<typeof TerminalInput>

export const TerminalListQuery = z.object({
  ...pageQuery(),
  search: z.optional(SearchText),
  filter_code: z.optional(SearchText),
  filter_status: z.optional(someOf(TERMINAL_STATUSES)),
  filter_tank_code: z.optional(SearchText),
  filter_has_tank: z.optional(yesNo),
  filter_key_profile_id: z.optional(IdInQuery),
  filter_connection: z.optional(someOf(CONNECTIONS)),
  include_deleted: z.optional(yesNo),
  sort: z.optional(
    sortOf(['id', 'code', 'status', 'tank_code', 'ip_address', 'last_seen_at', 'created_at', 'updated_at']),
  ),
})
export type TerminalListQuery = z.infer<typeof TerminalListQuery>

/** The only answer that contains a terminal's key. */
export const TerminalWithKey = z.extend(Terminal, { key: z.string() })

/** The only answer that contains the keys of terminals from a file; empty when none was created. */
export const TerminalsFromFile = z.extend(BulkAnswer, {
  keys: z.optional(z.array(z.object({ code: z.string(), key: z.string() }))),
})
export type TerminalsFromFile = z.infer<typeof TerminalsFromFile>

/** Until when many unknown terminals may register; null: not now. */
const Enrolment = z.object({ until: z.nullable(Instant) })

/** The address for terminals, as far as the server knows it. */
const DeviceAddress = z.object({
  mqtt_port: z.int(),
  /** The product's address from outside; null: the address of the opened page. */
  url: z.nullable(z.string()),
  /** Only reachable from the server's own machine, so that no other device can connect. */
  local_only: z.boolean(),
})
export type DeviceAddress = z.infer<typeof DeviceAddress>

export const terminalsApi = {
  ...recordEndpoints('/api/iots', {
    query: TerminalListQuery,
    record: Terminal,
    input: TerminalInput,
    change: TerminalChange,
  }),
  create: endpoint('POST', '/api/iots', { body: TerminalInput, reply: TerminalWithKey, status: 201 }),
  /** 200 after a dry run. */
  createFromFile: endpoint('POST', '/api/iots/bulk', {
    body: BulkInput,
    reply: TerminalsFromFile,
    status: 201,
    maxBytes: MAX_BULK_BYTES,
  }),
  restore: endpoint('POST', '/api/iots/:id/restore', { params: IdParams, reply: Terminal }),
  rotateKey: endpoint('POST', '/api/iots/:id/key', {
    params: IdParams,
    body: z.optional(z.object({ revoke_old: z.optional(z.boolean()) })),
    reply: z.object({ key: z.string() }),
  }),
  deviceAddress: endpoint('GET', '/api/iots/door', { reply: DeviceAddress }),
  /** Removes every waiting device that was never let in. */
  removeWaiting: endpoint('DELETE', '/api/iots/waiting', {}),
  enrolment: endpoint('GET', '/api/iots/enrolment', { reply: Enrolment }),
  enrol: endpoint('POST', '/api/iots/enrolment', {
    body: z.object({ minutes: z.int().check(z.gte(0), z.lte(60)) }),
    reply: Enrolment,
  }),
}

import * as z from 'zod/mini'
import { TerminalRef } from './alarms.ts'
import { isKeepable } from './codes.ts'
import { HealthHistory } from './device-health.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { METRIC_KEYS } from './metrics.ts'
import { IdParams, RecordId } from './paging.ts'

/** Why a terminal does not deliver as it should; `ok`: it does (docs/behaviour/terminals.md). */
export const VERDICTS = [
  'ok',
  'never_connected',
  'wrong_key',
  'old_key',
  'revoked_key',
  'banned',
  'inactive',
  'disconnected',
  'wrong_topic',
  'unreadable',
  'unknown_names',
  'text_values',
  'out_of_bounds',
  'wrong_clock',
  'metrics_missing',
  'too_seldom',
  'place_silent',
  'unknown',
] as const
export type Verdict = (typeof VERDICTS)[number]

export const CERTAINTIES = ['high', 'medium', 'low'] as const
export type Certainty = (typeof CERTAINTIES)[number]

/** A name of a device's own counts as a metric from now on: its value times `scale` plus `offset`, in the metric's unit. */
const MappedName = z.object({
  metric: z.enum(METRIC_KEYS),
  scale: z._default(
    z.number().check(
      z.gte(-1e6),
      z.lte(1e6),
      z.refine<number>((scale) => scale !== 0, { error: 'scale_zero' }),
    ),
    1,
  ),
  offset: z._default(z.number().check(z.gte(-1e6), z.lte(1e6)), 0),
})
export type MappedName = z.infer<typeof MappedName>

/** A name that counts as nothing: it is stored nowhere and is no unknown name. */
const IgnoredName = z.object({ metric: z.null() })
/** What a device's own name counts as. */
export type NameRule = MappedName | z.infer<typeof IgnoredName>

const MOST_NAMES = 50
const LONGEST_NAME = 64
/** Names that have a meaning in a message themselves. */
const RESERVED = new Set(['measured_at', 'ts', 'values'])

/** By the device's own name. */
export const KeyMap = z.record(z.string(), z.union([MappedName, IgnoredName])).check(
  z.refine<Record<string, NameRule>>((map) => Object.keys(map).length <= MOST_NAMES, { error: 'key_map_too_long' }),
  z.refine<Record<string, NameRule>>(
    (map) =>
      Object.keys(map).every(
        (name) => isKeepable(name) && name !== '' && name.length <= LONGEST_NAME && !RESERVED.has(name),
      ),
    { error: 'key_map_name' },
  ),
)
export type KeyMap = z.infer<typeof KeyMap>

/** Why a terminal is silent, or that it is healthy. Texts are in the caller's language; those of devices inside them are untrusted. */
export const Diagnosis = z.object({
  verdict: z.enum(VERDICTS),
  certainty: z.enum(CERTAINTIES),
  /** When the fault began, as far as it is known. */
  since: z.nullable(Instant),
  /** The facts behind the verdict, the newest first, at most 3. */
  evidence: z.array(z.object({ at: Instant, text: z.string() })),
  /** What to do, in this order, at most 3. */
  next: z.array(z.string()),
  /** Metrics whose value has not changed for unusually long: advice, whatever the verdict. */
  stuck: z.array(z.object({ metric: z.enum(METRIC_KEYS), value: z.number(), since: Instant })),
  checked_at: Instant,
  /** Whether the terminal is connected by MQTT now; null: it may be, to a broker of the operator, which does not say so. */
  is_connected: z.nullable(z.boolean()),
  /** Expected, else usual seconds between its messages; null: not known yet. */
  interval_seconds: z.nullable(z.number()),
  /** Names in its messages that are no metric and are not mapped, with their last value. */
  unknown_names: z.array(z.object({ name: z.string(), sample: z.unknown() })),
  /** The names that the terminal maps itself. */
  key_map: KeyMap,
  /** The map that it shares with other terminals, `terminals_count` of those that the caller may see; null: none. */
  key_profile: z.nullable(z.object({ id: z.int(), name: z.string(), map: KeyMap, terminals_count: z.int() })),
  /** Other terminals that send one of these names, for callers who may map theirs too; at most 200. */
  same_names: z.array(z.extend(TerminalRef, { key_profile_id: z.nullable(z.int()) })),
})
export type Diagnosis = z.infer<typeof Diagnosis>

/** What arrived from a terminal while a user listened. `stored`, `refused`: a message; the others as in the diagnosis. */
export const RECEIVED_KINDS = [
  'stored',
  'refused',
  'connected',
  'disconnected',
  'turned_away',
  'wrong_key',
  'old_key',
  'revoked_key',
  'wrong_topic',
] as const
export type ReceivedKind = (typeof RECEIVED_KINDS)[number]

const ReceivedMessage = z.object({
  /** Counts up for each terminal. */
  number: z.int(),
  at: Instant,
  kind: z.enum(RECEIVED_KINDS),
  /** The message as received, cut after 2,048 characters; else its topic or address. Untrusted. */
  text: z.string(),
})
export type ReceivedMessage = z.infer<typeof ReceivedMessage>

export const diagnosisApi = {
  /** The newest messages first, at most 50. Each call keeps the server listening for 30 s more; before the first one it keeps nothing. */
  listen: endpoint('GET', '/api/iots/:id/messages', {
    params: IdParams,
    reply: z.object({ messages: z.array(ReceivedMessage) }),
  }),
  get: endpoint('GET', '/api/iots/:id/diagnosis', { params: IdParams, reply: Diagnosis }),
  /** Battery and signal of the last seven days. */
  health: endpoint('GET', '/api/iots/:id/health', { params: IdParams, reply: HealthHistory }),
  /** Replaces the terminal's map; a name with the metric null is ignored. `also`: terminals whose maps get the same names in addition to their own. */
  saveKeyMap: endpoint('PUT', '/api/iots/:id/key-map', {
    params: IdParams,
    body: z.object({ map: KeyMap, also: z.optional(z.array(RecordId).check(z.maxLength(200))) }),
    reply: z.object({ map: KeyMap }),
  }),
}

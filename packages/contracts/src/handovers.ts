import * as z from 'zod/mini'
import { AlarmFigures } from './alarm-statistics.ts'
import { ALARM_KINDS, SEVERITIES } from './alarm-words.ts'
import { Alarm } from './alarms.ts'
import { plainText, requiredText } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { TankDay } from './home.ts'
import { Incident, INCIDENT_CAUSES } from './incidents.ts'
import { Instant, InstantInput } from './instant.ts'
import { JournalEntry } from './journal.ts'
import { METRIC_KEYS } from './metrics.ts'
import { IdParams, pageOf, pageQuery, RecordId } from './paging.ts'
import { TANK_MODES, TankMode } from './tank-modes.ts'
import { TankRef } from './terminals.ts'
import { FirmRef, UserRef } from './users.ts'

/** The longest time that one handover covers. */
export const LONGEST_SHIFT_HOURS = 48
/** A handover without `from` covers so many hours. */
export const USUAL_SHIFT_HOURS = 12

/** The figures of a shift: those of the alarm statistics for its time, and the entries of the journal that hold. */
export const ShiftFigures = z.extend(AlarmFigures, { journal_entries: z.int() })
export type ShiftFigures = z.infer<typeof ShiftFigures>

/** A time in which something of a tank was held back; it may begin before the shift and end after it. */
const HeldSpan = z.object({ tank: TankRef, from: Instant, until: Instant })
/** A mode of a tank. */
export const ModeSpan = z.extend(HeldSpan, { name: z.enum(TANK_MODES) })
export type ModeSpan = z.infer<typeof ModeSpan>
/** An alarm of a tank, as long as it was shelved. */
export const ShelvedSpan = z.extend(HeldSpan, {
  kind: z.enum(ALARM_KINDS),
  metric: z.nullable(z.enum(METRIC_KEYS)),
})
export type ShelvedSpan = z.infer<typeof ShelvedSpan>

/** What a shift leaves to the next one, for the tanks that the caller may see. */
export const Shift = z.object({
  from: Instant,
  to: Instant,
  figures: ShiftFigures,
  /** The tanks with an alarm in that time, at most 200. */
  tanks: z.array(TankDay),
  /** The active tanks without such an alarm that never reported, at most 200: nothing is known of them. */
  unknown_tanks: z.array(z.object({ id: z.int(), code: z.string() })),
  /** The modes in that time, oldest first, at most 500. */
  mode_spans: z.array(ModeSpan),
  /** What was shelved in that time, oldest first, at most 500. */
  shelved_spans: z.array(ShelvedSpan),
  incidents: z.array(Incident),
  shelved: z.array(Alarm),
  modes: z.array(z.object({ tank: TankRef, mode: TankMode })),
  /** The newest entries of that time, at most 100. */
  journal: z.array(JournalEntry),
  /** The users to whom the caller may hand over, at most 50. */
  takers: z.array(UserRef),
  /** Of these, the first on call of the caller's firm; null: none is. */
  next_taker_id: z.nullable(z.int()),
})
export type Shift = z.infer<typeof Shift>

export const HANDOVER_ITEM_TYPES = ['incident', 'shelved', 'mode'] as const
export type HandoverItemType = (typeof HANDOVER_ITEM_TYPES)[number]
/** A handover lists so many items of each type. */
export const MOST_HANDOVER_ITEMS = 50
/** After so many minutes without an answer both users are reminded. */
export const TAKER_SILENT_MINUTES = 15

/** What was handed over as it was then: an open incident, a shelved alarm, or a running mode of a tank. */
export const HandoverItem = z.object({
  type: z.enum(HANDOVER_ITEM_TYPES),
  /** Id of the incident, of the alarm, or of the tank in a mode. */
  id: z.int(),
  tanks: z.array(z.object({ id: z.int(), code: z.string() })),
  severity: z.nullable(z.enum(SEVERITIES)),
  /** The likely cause of an incident. */
  cause: z.nullable(z.enum(INCIDENT_CAUSES)),
  place: z.nullable(z.string()),
  /** The condition of an incident with one alarm, or of a shelved alarm. */
  alarm: z.nullable(
    z.object({
      kind: z.enum(ALARM_KINDS),
      metric: z.nullable(z.enum(METRIC_KEYS)),
      /** The code of a silent terminal. */
      terminal: z.nullable(z.string()),
    }),
  ),
  /** How many alarms the incident has. */
  alarms: z.int(),
  mode: z.nullable(z.enum(TANK_MODES)),
  /** When the incident began. */
  since: z.nullable(Instant),
  /** When the shelving or the mode ends. */
  until: z.nullable(Instant),
  /** The note of the user who hands over. */
  remark: z.nullable(z.string()),
})
export type HandoverItem = z.infer<typeof HandoverItem>

/** A note that was added to a handover; like all of it, it never changes. */
export const HandoverNote = z.object({ id: z.int(), note: z.string(), by: UserRef, created_at: Instant })
export type HandoverNote = z.infer<typeof HandoverNote>

/** A handover as it was made. Taken, nothing of it can change; notes may be added. */
export const Handover = z.object({
  id: z.int(),
  firm: z.nullable(FirmRef),
  from: Instant,
  to: Instant,
  /** Handovers of versions that did not count it lack `quality_seconds`. */
  figures: z.extend(ShiftFigures, { quality_seconds: z.optional(z.int()) }),
  items: z.array(HandoverItem),
  note: z.string(),
  /** What was added since, oldest first. */
  notes: z.array(HandoverNote),
  by: UserRef,
  to_user: UserRef,
  /** The on-call order of the firm begins with the user who takes over, once that user has done so. */
  moves_on_call: z.boolean(),
  created_at: Instant,
  /** Null: not taken yet; until then the duty stays with `by`. */
  taken_at: z.nullable(Instant),
})
export type Handover = z.infer<typeof Handover>

export const HandoverInput = z.object({
  note: z._default(plainText(2000), ''),
  to_user_id: RecordId,
  from: z.optional(InstantInput),
  to: z.optional(InstantInput),
  moves_on_call: z._default(z.boolean(), false),
  /** Remarks on handed-over items; one on an item that is no longer open is ignored. */
  remarks: z._default(
    z
      .array(z.object({ type: z.enum(HANDOVER_ITEM_TYPES), id: RecordId, remark: plainText(500) }))
      .check(z.maxLength(HANDOVER_ITEM_TYPES.length * MOST_HANDOVER_ITEMS)),
    [],
  ),
})
export type HandoverInput = z.infer<typeof HandoverInput>

/** Newest first. */
export const HandoverListQuery = z.object(pageQuery())
export type HandoverListQuery = z.infer<typeof HandoverListQuery>

const ShiftQuery = z.object({ from: z.optional(InstantInput), to: z.optional(InstantInput) })

export const handoversApi = {
  /** The last 12 hours unless the query says otherwise. */
  shift: endpoint('GET', '/api/handover', { query: ShiftQuery, reply: Shift }),
  list: endpoint('GET', '/api/handovers', { query: HandoverListQuery, reply: pageOf(Handover) }),
  create: endpoint('POST', '/api/handovers', { body: HandoverInput, reply: Handover, status: 201 }),
  /** By the user named in it; 403 for others, 409 once it is taken. */
  take: endpoint('POST', '/api/handovers/:id/take', { params: IdParams, reply: Handover }),
  /** Adds a note, before and after it is taken; what was written stays. 409 for more than 100. */
  addNote: endpoint('POST', '/api/handovers/:id/notes', {
    params: IdParams,
    body: z.object({ note: requiredText(2000, 'required') }),
    reply: Handover,
    status: 201,
  }),
}

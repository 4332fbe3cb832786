import type { AlarmStatistics } from '@dalyan/contracts/alarm-statistics'
import type { Alarm, AlarmListQuery } from '@dalyan/contracts/alarms'
import type { Language } from '@dalyan/contracts/errors'
import {
  LONGEST_SHIFT_HOURS,
  MOST_HANDOVER_ITEMS,
  TAKER_SILENT_MINUTES,
  USUAL_SHIFT_HOURS,
  type Handover,
  type HandoverInput,
  type Shift,
  type ShiftFigures,
} from '@dalyan/contracts/handovers'
import type { TankDay } from '@dalyan/contracts/home'
import type { Incident } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import type { JournalEntry, JournalListQuery } from '@dalyan/contracts/journal'
import type { Page } from '@dalyan/contracts/paging'
import { rolesWith } from '@dalyan/contracts/permissions'
import type { UserRef } from '@dalyan/contracts/users'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { AppError, invalidField } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import type { FirmScope, SignedIn } from '../../core/http/signed-in.ts'
import { requireFound } from '../../core/records.ts'
import { handoverItems, isUnshelved, type OpenWork } from './handover-items.rules.ts'
import { handoversRepository } from './handovers.repository.ts'

const HOUR_MS = 3_600_000
const MOST_TANKS = 200
const MOST_ENTRIES = 100
const MOST_TAKERS = 50
const MOST_NOTES = 100

interface ShiftTimes {
  from: Instant
  to: Instant
}

interface AskedTimes {
  from?: Instant | undefined
  to?: Instant | undefined
}

type Caller = Pick<SignedIn, 'id' | 'firms' | 'firm_id'>

export interface HandoverNeeds extends Pick<Basics, 'database' | 'clock'> {
  statistics: (window: ShiftTimes & { now: Instant }, of: object, firms: FirmScope) => Promise<AlarmStatistics>
  findTankDays: (window: ShiftTimes, firms: FirmScope) => Promise<TankDay[]>
  openIncidents: (firms: FirmScope, language: Language) => Promise<Incident[]>
  listAlarms: (query: AlarmListQuery, firms: FirmScope, now: Instant) => Promise<Page<Alarm>>
  runningModes: (firms: FirmScope, now: Instant) => Promise<Shift['modes']>
  modeSpans: (firms: FirmScope, window: ShiftTimes) => Promise<Shift['mode_spans']>
  shelvedSpans: (window: ShiftTimes, firms: FirmScope) => Promise<Shift['shelved_spans']>
  listJournal: (query: JournalListQuery, firms: FirmScope) => Promise<Page<JournalEntry>>
  /** The users who may be on call for a firm. */
  onCallCandidates: (firmId: number) => Promise<UserRef[]>
  /** The users on call of a firm, in their order. */
  onCallOrder: (firmId: number) => Promise<number[]>
  /** Whether a user may take a shift of this firm over; null: of no firm. */
  mayTake: (firmId: number | null, userId: number) => Promise<boolean>
  /** Puts a user first in the on-call order of a firm, in the same transaction; does nothing where the firm has no order. */
  putFirstOnCall: (on: Connection, firmId: number, userId: number, actor: UserActor) => Promise<void>
  /** Writes to the inbox of the user who takes over. */
  notifyTaker: (handover: Handover) => Promise<void>
}

export interface ReminderNeeds extends Pick<Basics, 'database' | 'clock'> {
  /** Reminds the user who takes over, and notifies the one who hands over that the duty stays. */
  remindOfHandover: (handover: Handover) => Promise<void>
}

/** The time of a shift. @throws 422 for a time that is empty, too long or in the future */
function windowOf({ from, to }: AskedTimes, now: number): ShiftTimes {
  const end = to ?? instantAt(now)
  const start = from ?? instantAt(Date.parse(end) - USUAL_SHIFT_HOURS * HOUR_MS)
  if (start >= end) throw invalidField(to === undefined ? 'from' : 'to', 'from_after_to')
  if (Date.parse(end) - Date.parse(start) > LONGEST_SHIFT_HOURS * HOUR_MS)
    throw invalidField('from', 'window_too_long', { days: LONGEST_SHIFT_HOURS / 24 })
  return { from: start, to: end }
}

const entriesOf = ({ from, to }: ShiftTimes) => ({ from, to, page: 1, per_page: MOST_ENTRIES, valid: true })

async function figuresOf(
  { statistics, clock }: HandoverNeeds,
  window: ShiftTimes,
  journal: Page<JournalEntry>,
  firms: FirmScope,
): Promise<ShiftFigures> {
  const {
    from: _from,
    to: _to,
    days: _days,
    metrics: _metrics,
    ...figures
  } = await statistics({ ...window, now: instantAt(clock.now()) }, {}, firms)
  return { ...figures, journal_entries: journal.total }
}

/** What is open now. */
async function openWork(
  { openIncidents, listAlarms, runningModes }: HandoverNeeds,
  firms: FirmScope,
  language: Language,
  now: Instant,
): Promise<OpenWork> {
  const [incidents, shelved, modes] = await Promise.all([
    openIncidents(firms, language),
    listAlarms({ page: 1, per_page: MOST_HANDOVER_ITEMS, status: 'shelved' }, firms, now),
    runningModes(firms, now),
  ])
  return {
    incidents: incidents.filter((incident) => isUnshelved(incident, now)).slice(0, MOST_HANDOVER_ITEMS),
    shelved: shelved.data,
    modes: modes.slice(0, MOST_HANDOVER_ITEMS),
  }
}

/** What a shift leaves to the next one. */
export async function readShift(
  needs: HandoverNeeds,
  asked: AskedTimes,
  caller: Caller,
  language: Language,
): Promise<Shift> {
  const window = windowOf(asked, needs.clock.now())
  const now = instantAt(needs.clock.now())
  const { firms } = caller
  const [journal, tanks, modeSpans, shelvedSpans, work, takers, onCall] = await Promise.all([
    needs.listJournal(entriesOf(window), firms),
    needs.findTankDays(window, firms),
    needs.modeSpans(firms, window),
    needs.shelvedSpans(window, firms),
    openWork(needs, firms, language, now),
    takersOf(needs, caller),
    caller.firm_id === null ? [] : needs.onCallOrder(caller.firm_id),
  ])
  return {
    ...window,
    figures: await figuresOf(needs, window, journal, firms),
    tanks: tanks.filter(({ spans }) => spans.length > 0).slice(0, MOST_TANKS),
    unknown_tanks: tanks
      .filter(({ spans, has_reported }) => spans.length === 0 && !has_reported)
      .slice(0, MOST_TANKS)
      .map(({ id, code }) => ({ id, code })),
    mode_spans: modeSpans,
    shelved_spans: shelvedSpans,
    ...work,
    journal: journal.data,
    takers,
    next_taker_id: onCall.find((onCallId) => takers.some(({ id }) => id === onCallId)) ?? null,
  }
}

/** The roles that acknowledge alarms. */
export const TAKING_ROLES = rolesWith('alarms.acknowledge')

/** Users of the caller's firm and of those above who acknowledge its alarms; of any firm where the caller has none. */
async function takersOf({ database, onCallCandidates }: HandoverNeeds, caller: Caller): Promise<UserRef[]> {
  const users =
    caller.firm_id === null
      ? await handoversRepository(database).findStaff(TAKING_ROLES, MOST_TAKERS)
      : await onCallCandidates(caller.firm_id)
  return users.filter(({ id }) => id !== caller.id).map(({ id, name }) => ({ id, name }))
}

/** Hands a shift over. @throws 422 for a user who cannot take it over, or a wrong time */
export async function createHandover(needs: HandoverNeeds, input: HandoverInput, caller: Caller): Promise<Handover> {
  const { database, clock } = needs
  const window = windowOf(input, clock.now())
  if (input.to_user_id === caller.id || !(await needs.mayTake(caller.firm_id, input.to_user_id)))
    throw invalidField('to_user_id', 'unknown_taker')
  const now = instantAt(clock.now())
  const [journal, work] = await Promise.all([
    needs.listJournal(entriesOf(window), caller.firms),
    // The language only concerns the evidence of incidents, which is not stored.
    openWork(needs, caller.firms, 'tr', now),
  ])
  const handovers = handoversRepository(database)
  const id = await handovers.insert({
    ...window,
    figures: await figuresOf(needs, window, journal, caller.firms),
    items: handoverItems(work, input.remarks),
    firm_id: caller.firm_id,
    note: input.note,
    by: caller.id,
    to_user: input.to_user_id,
    moves_on_call: input.moves_on_call,
    at: now,
  })
  const handover = requireFound(await handovers.findById(id, caller))
  await needs.notifyTaker(handover)
  return handover
}

/** Takes a shift over. @throws 404 not visible, 403 by another user than the one it names, 409 taken before */
export async function takeHandover(
  { database, clock, putFirstOnCall }: HandoverNeeds,
  id: number,
  caller: Caller,
  actor: UserActor,
): Promise<Handover> {
  return database.transact(async (on) => {
    const handovers = handoversRepository(on)
    const { to_user, firm, moves_on_call } = requireFound(await handovers.findById(id, caller))
    if (to_user.id !== caller.id) throw new AppError(403, 'forbidden')
    if (!(await handovers.take(id, instantAt(clock.now())))) throw new AppError(409, 'handover_taken')
    if (moves_on_call && firm) await putFirstOnCall(on, firm.id, caller.id, actor)
    return requireFound(await handovers.findById(id, caller))
  })
}

/** Adds a note to a handover of the caller's firms. @throws 404 not visible, 409 when it has a hundred */
export async function addNote(
  { database, clock }: Pick<HandoverNeeds, 'database' | 'clock'>,
  id: number,
  note: string,
  caller: Caller,
): Promise<Handover> {
  const handovers = handoversRepository(database)
  const { notes } = requireFound(await handovers.findById(id, caller))
  if (notes.length >= MOST_NOTES) throw new AppError(409, 'too_many_notes')
  await handovers.insertNote({ handover_id: id, note, created_by: caller.id, created_at: instantAt(clock.now()) })
  return requireFound(await handovers.findById(id, caller))
}

/**
 * Reminds both users of each handover that nobody took within 15 minutes, once. It is marked before it is sent, so that several processes
 * remind once; the page shows it as waiting in any case.
 */
export async function remindOfHandovers({ database, clock, remindOfHandover }: ReminderNeeds): Promise<void> {
  const now = clock.now()
  const silent = await handoversRepository(database).markReminded(
    instantAt(now - TAKER_SILENT_MINUTES * 60_000),
    instantAt(now),
  )
  for (const handover of silent) await remindOfHandover(handover)
}

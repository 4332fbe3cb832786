import { isActive } from '@dalyan/contracts/alarm-words'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { Instant } from '@dalyan/contracts/instant'
import type { Clock } from '../../../core/clock.ts'
import { inSavepoint } from '../../../core/database/savepoint.ts'
import type { Connection, Database } from '../../../core/database/database.ts'
import type { AlarmKey, AlarmRow } from '../../../core/database/schema-alarms.ts'
import type { Logger } from '../../../core/log.ts'
import type { AppEvents } from '../../../events.ts'
import { alarmsRepository } from '../alarms.sql.ts'
import { groupOccurrences } from '../incidents/group-occurrences.ts'
import {
  NOTIFY_REASONS,
  UNSHELVED,
  type NotifyReason,
  type ReportedEvent,
  type Transition,
} from './alarm-machine.rules.ts'

/** An alarm with the reason to notify its recipients, and when the episode began of which they are notified. */
export interface AlarmNotice {
  alarm: Alarm
  reason: NotifyReason
  episode_at: Instant
}

/** A transition of an alarm that notifies no recipient. */
export interface AlarmReport {
  alarm: Alarm
  transition: ReportedEvent
}

/** Queues the notifications in the transaction that writes the alarms. */
export type NotifyOfAlarms = (
  connection: Connection,
  notices: readonly AlarmNotice[],
  reports: readonly AlarmReport[],
) => Promise<void>

export interface SaveNeeds {
  notify: NotifyOfAlarms
  clock: Clock
  log: Pick<Logger, 'error'>
}

export interface AnnounceNeeds extends SaveNeeds {
  database: Pick<Database, 'transact'>
  events: AppEvents
}

/** An alarm after all of its transitions in this transaction, with their effects. */
interface AlarmOutcome {
  row: AlarmRow
  reasons: NotifyReason[]
  reports: Set<ReportedEvent>
  /** Whether an occurrence began. */
  hasOccurred: boolean
}

/**
 * Writes alarms with the effects of their transitions in the caller's transaction; only this function writes alarms. A failure to notify
 * must not prevent a reading from being stored: the alarm is saved, and the next tick of the notifications finds alarms without
 * notifications. @returns the alarms as users see them; announce them after the commit.
 */
export async function saveAlarms(
  { notify, clock, log }: SaveNeeds,
  connection: Connection,
  transitions: readonly Transition[],
): Promise<Alarm[]> {
  if (transitions.length === 0) return []
  const outcomes = outcomesOf(transitions)
  const occurred = [...outcomes.values()].filter(({ hasOccurred }) => hasOccurred)
  const { incidentOf, moveOthers } = await groupOccurrences(
    connection,
    occurred.map(({ row }) => row),
    clock,
  )
  const rows = [...outcomes.values()].map(({ row }) => ({ ...row, incident_id: incidentOf(row) }))
  const ids = await alarmsRepository(connection).save(rows)
  const moved = await moveOthers()
  const alarms = await alarmsRepository(connection).findByIds([...new Set([...ids, ...moved])])
  const notices: AlarmNotice[] = []
  const reports: AlarmReport[] = []
  for (const alarm of alarms) {
    // A new alarm has no id yet in its transitions.
    const outcome = outcomes.get(alarm.id) ?? outcomes.get(keyOfAlarm(alarm))
    const reason = NOTIFY_REASONS.find((one) => outcome?.reasons.includes(one))
    const episode_at = outcome?.row.notified_at
    if (reason && episode_at && alarm.closed_at === null) notices.push({ alarm, reason, episode_at })
    for (const transition of outcome?.reports ?? []) reports.push({ alarm, transition })
  }
  if (notices.length === 0 && reports.length === 0) return alarms
  const err = await inSavepoint(connection, () => notify(connection, notices, reports))
  const about = { err, alarms: notices.map(({ alarm }) => alarm.id) }
  if (err) log.error(about, 'recipients of alarms could not be notified; it is tried again')
  return alarms
}

/** Announces alarms after the commit of their transaction. */
export function announceAlarms({ events }: Pick<AnnounceNeeds, 'events'>, alarms: readonly Alarm[]): void {
  for (const alarm of alarms) events.emit('alarm.changed', alarm)
}

/** Changes alarms in one transaction, and announces them after its commit. */
export async function transactAndAnnounce(
  needs: Pick<AnnounceNeeds, 'database' | 'events'>,
  work: (connection: Connection) => Promise<Alarm[]>,
): Promise<Alarm[]> {
  const changed = await needs.database.transact(work)
  announceAlarms(needs, changed)
  return changed
}

/** By id, and new alarms by key. */
function outcomesOf(transitions: readonly Transition[]): Map<number | string, AlarmOutcome> {
  const outcomes = new Map<number | string, AlarmOutcome>()
  for (const { before, after, notify, reports } of transitions) {
    // The shelving of tank, metric and side moves from a closed alarm to the new one.
    if (after.id === 0 && before && before.id !== 0 && before.shelved_until !== null)
      outcomeOf(outcomes, before).row = { ...before, ...UNSHELVED }
    const outcome = outcomeOf(outcomes, after)
    outcome.row = after
    outcome.hasOccurred ||= after.id === 0 || after.occurrences > (before?.occurrences ?? 0)
    if (notify) outcome.reasons.push(notify)
    for (const event of reports) outcome.reports.add(event)
    // An alarm that ended and began again within one transaction has not ended.
    if (isActive(after)) for (const event of ['cleared', 'closed'] as const) outcome.reports.delete(event)
  }
  return outcomes
}

function outcomeOf(outcomes: Map<number | string, AlarmOutcome>, row: AlarmRow): AlarmOutcome {
  const identity = row.id === 0 ? keyOf(row) : row.id
  const outcome = outcomes.get(identity) ?? { row, reasons: [], reports: new Set(), hasOccurred: false }
  outcomes.set(identity, outcome)
  return outcome
}

const keyOf = ({ tank_id, terminal_id, kind, metric }: AlarmKey) => `${tank_id} ${terminal_id} ${kind} ${metric}`
const keyOfAlarm = ({ tank, iot, kind, metric }: Alarm) =>
  keyOf({ tank_id: tank?.id ?? 0, terminal_id: iot?.id ?? null, kind, metric })

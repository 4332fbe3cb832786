import type { Alarm } from '@dalyan/contracts/alarms'
import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Connection, Database } from '../../../core/database/database.ts'
import type { AlarmRow } from '../../../core/database/schema-alarms.ts'
import { alarmRowsRepository } from '../machine/alarm-rows.sql.ts'
import { evaluationRepository } from '../evaluation/evaluation.sql.ts'
import { REOPENS_WITHIN_MS, type Transition } from '../machine/alarm-machine.rules.ts'
import type { SaveAlarms } from '../machine/save-alarms.ts'
import { silenceRepository, type SilenceCandidate, type SilenceRepository } from './silence.sql.ts'
import {
  findSilences,
  silenceKey,
  silenceTransitions,
  type ObservedMetric,
  type ObservedTerminal,
  type Silence,
} from './silence.rules.ts'

/** Longer than the longest silence limit (three times a week). */
const PAUSES_SAVED_MS = 60 * 24 * 60 * 60_000

interface Needs {
  database: Database
  clock: Clock
  /**
   * Seconds without a reading after which a terminal with this usual interval and its own limit is offline (`terminal-presence.rules.ts`).
   */
  offlineAfterSeconds: (interval: number | null, own: number | null) => number
  saveAlarms: SaveAlarms
}

/**
 * Saves the heartbeat. A gap longer than `longestGapMs` since the last one (the database was unreachable) is a pause in which no terminal
 * counts as silent.
 */
export async function saveHeartbeat({ database, clock }: Needs, longestGapMs: number): Promise<void> {
  const now = instantAt(clock.now())
  await database.transact(async (connection) => {
    const repository = silenceRepository(connection)
    const before = await repository.beat(now)
    if (before === null || before >= now || Date.parse(now) - Date.parse(before) <= longestGapMs) return
    await repository.insertPause({ from_at: before, to_at: now })
    await repository.removePausesBefore(instantAt(clock.now() - PAUSES_SAVED_MS))
  })
}

/**
 * Raises and clears the silence of terminals, of single metrics, and of tanks without a terminal that could deliver. @returns the changed
 * alarms, committed.
 */
export async function checkSilence(needs: Needs): Promise<Alarm[]> {
  const foreseen = await findTransitions(needs, needs.database, () => true)
  if (foreseen.length === 0) return []
  const tankIds = new Set(foreseen.map(({ after }) => after.tank_id))
  return needs.database.transact(async (connection) => {
    await evaluationRepository(connection).lockTanks([...tankIds])
    return needs.saveAlarms(connection, await findTransitions(needs, connection, (id) => tankIds.has(id)))
  })
}

async function findTransitions(
  { clock, offlineAfterSeconds }: Needs,
  connection: Connection,
  isConcerned: (tankId: number) => boolean,
): Promise<Transition[]> {
  const now = instantAt(clock.now())
  const repository = silenceRepository(connection)
  const candidates = await repository.findCandidates(now, offlineAfterSeconds(0, null))
  const empty = new Set(await repository.findEmptyTanks())
  const observed = new Set([...candidates.map(({ tank_id }) => tank_id), ...empty].filter(isConcerned))
  const tankIds = [...new Set([...observed, ...(await repository.findSilentTanks())])].filter(isConcerned)
  if (tankIds.length === 0) return []
  const terminals = await withNextReadings(
    repository,
    candidates.map((row) =>
      asObservedTerminal(row, offlineAfterSeconds(row.interval_seconds, row.offline_after_seconds)),
    ),
  )
  const silences = findSilences([...observed], terminals, await repository.findPauses(), now)
  const alarms = await findLastSilences(connection, tankIds, silences, now)
  const byId = new Map(terminals.map((terminal) => [terminal.terminal_id, terminal]))
  const deliveredAgainAt = (alarm: AlarmRow) => {
    if (alarm.terminal_id !== null) return lastDeliveryOf(alarm, byId.get(alarm.terminal_id))
    const hasTerminal = observed.has(alarm.tank_id) && !empty.has(alarm.tank_id)
    return hasTerminal ? now : null
  }
  return silenceTransitions(alarms, silences, deliveredAgainAt, now)
}

function asObservedTerminal(row: SilenceCandidate, limit_seconds: number): ObservedTerminal {
  const { terminal_id, tank_id, seen_at, since, measured_at: newest } = row
  const metrics = METRIC_KEYS.flatMap((metric): ObservedMetric[] => {
    const measured_at = row[`${metric}_at`]
    if (measured_at === null || newest === null) return []
    const behind_seconds = (Date.parse(newest) - Date.parse(measured_at)) / 1000
    return [{ metric, measured_at, behind_seconds, next_at: null }]
  })
  return { terminal_id, tank_id, seen_at, since, limit_seconds, metrics }
}

/** Adds to metrics that may be silent the time of their terminal's next reading. */
async function withNextReadings(
  repository: SilenceRepository,
  terminals: ObservedTerminal[],
): Promise<ObservedTerminal[]> {
  const asked = terminals.flatMap(({ terminal_id, limit_seconds, metrics }) =>
    metrics
      .filter(({ behind_seconds }) => behind_seconds > limit_seconds)
      .map(({ metric, measured_at }) => ({ terminal_id, metric, after: measured_at })),
  )
  const found = await repository.findNextReadings(asked)
  if (found.length === 0) return terminals
  const nextAt = new Map(found.map(({ terminal_id, metric, next_at }) => [`${terminal_id} ${metric}`, next_at]))
  return terminals.map((terminal) => ({
    ...terminal,
    metrics: terminal.metrics.map((observed) => ({
      ...observed,
      next_at: nextAt.get(`${terminal.terminal_id} ${observed.metric}`) ?? null,
    })),
  }))
}

/**
 * The current alarm of each silence. A silence that begins also finds the alarm that closed shortly before it; the other silences do not
 * extend that search.
 */
async function findLastSilences(
  connection: Connection,
  tankIds: readonly number[],
  silences: readonly Silence[],
  now: Instant,
): Promise<AlarmRow[]> {
  const repository = alarmRowsRepository(connection)
  const isSilent = ({ kind }: AlarmRow) => kind === 'silent'
  const standing = (await repository.findLast(tankIds, now)).filter(isSilent)
  const known = new Set(standing.filter(({ closed_at }) => closed_at === null).map(silenceKey))
  const begun = silences.filter((silence) => !known.has(silenceKey(silence)))
  if (begun.length === 0) return standing
  const oldest = begun.reduce((first, { out_since }) => (out_since < first ? out_since : first), now)
  const since = instantAt(Date.parse(oldest) - REOPENS_WITHIN_MS)
  const last = (await repository.findLast([...new Set(begun.map(({ tank_id }) => tank_id))], since)).filter(isSilent)
  const keys = new Set(last.map(silenceKey))
  return [...standing.filter((alarm) => !keys.has(silenceKey(alarm))), ...last]
}

/** When the silent terminal delivered again; null: not yet, or it is no longer on the tank (`evaluateTanks` ends that silence). */
function lastDeliveryOf(
  { tank_id, metric, last_at }: AlarmRow,
  terminal: ObservedTerminal | undefined,
): Instant | null {
  if (terminal?.tank_id !== tank_id) return null
  const at = metric === null ? terminal.seen_at : terminal.metrics.find((one) => one.metric === metric)?.measured_at
  return at && at > last_at ? at : null
}

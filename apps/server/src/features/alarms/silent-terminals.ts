import type { Alarm } from '@dalyan/contracts/alarms'
import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { AlarmChange, AlarmRow } from '../../core/database/schema-alarms.ts'
import { alarmRowsRepository } from './alarm-rows.repository.ts'
import type { SaveAlarms } from './save-alarms.ts'
import {
  changeSilences,
  findSilences,
  silenceKey,
  type Silence,
  type ObservedTerminal,
  type ObservedMetric,
} from './silence.rules.ts'
import { silenceRepository, type SilenceCandidate, type SilenceRepository } from './silence.repository.ts'
import { evaluationRepository } from './evaluation.repository.ts'

const MINUTE_MS = 60_000
/** Longer than the longest limit of silence (three times a week). */
const KEEP_PAUSES_MS = 60 * 24 * 60 * MINUTE_MS

interface Needs {
  database: Database
  clock: Clock
  /** Age in seconds at which a terminal with this usual interval, and this limit of its own, is offline (`terminal-presence.rules.ts`). */
  offlineAfterSeconds: (interval: number | null, own: number | null) => number
  /** A gap between two heartbeats that is longer means: the database was away. */
  longestGapMs: number
  saveAlarms: SaveAlarms
}

/** Who stopped talking: terminals, single metrics, and tanks with nobody who could deliver (docs/behaviour/alarms.md). */
export function silentTerminals({ database, clock, offlineAfterSeconds, longestGapMs, saveAlarms }: Needs) {
  let isFirstBeat = true

  /** Keeps the heartbeat; a gap since the last one, and every start, is a pause in which nobody counts as silent. */
  async function beat(): Promise<void> {
    const now = instantAt(clock.now())
    await database.transact(async (connection) => {
      const repository = silenceRepository(connection)
      const before = await repository.beat(now)
      if (before === null || before >= now) return
      const gapMs = Date.parse(now) - Date.parse(before)
      if (!isFirstBeat && gapMs <= longestGapMs) return
      await repository.insertPause({ from_at: before, to_at: now })
      await repository.removePausesBefore(instantAt(clock.now() - KEEP_PAUSES_MS))
    })
    isFirstBeat = false
  }

  /** At the end of a turn of the clock: however long it took, the database was there all the time. */
  async function beatAgain(): Promise<void> {
    await database.transact((connection) => silenceRepository(connection).beat(instantAt(clock.now())))
  }

  function asObservedTerminal(row: SilenceCandidate): ObservedTerminal {
    const { terminal_id, tank_id, seen_at, since, measured_at: newest } = row
    const metrics = METRIC_KEYS.flatMap((metric): ObservedMetric[] => {
      const measured_at = row[`${metric}_at`]
      if (measured_at === null || newest === null) return []
      const behind_seconds = (Date.parse(newest) - Date.parse(measured_at)) / 1000
      return [{ metric, measured_at, behind_seconds, next_at: null }]
    })
    const limit_seconds = offlineAfterSeconds(row.interval_seconds, row.offline_after_seconds)
    return { terminal_id, tank_id, seen_at, since, limit_seconds, metrics }
  }

  /** Metrics that may be missed get to know when their terminal talked next. */
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
    const nextAt = new Map(found.map(({ terminal_id, metric, next_at }) => [`${terminal_id} ${metric}`, next_at]))
    if (nextAt.size === 0) return terminals
    return terminals.map((terminal) => ({
      ...terminal,
      metrics: terminal.metrics.map((one) => ({
        ...one,
        next_at: nextAt.get(`${terminal.terminal_id} ${one.metric}`) ?? null,
      })),
    }))
  }

  async function findChanges(connection: Connection, isConcerned: (tankId: number) => boolean): Promise<AlarmChange[]> {
    const now = instantAt(clock.now())
    const repository = silenceRepository(connection)
    const candidates = await repository.findCandidates(now, offlineAfterSeconds(0, null))
    const empty = new Set(await repository.findEmptyTanks())
    const watched = new Set([...candidates.map(({ tank_id }) => tank_id), ...empty].filter(isConcerned))
    const tankIds = [...new Set([...watched, ...(await repository.findSilentTanks())])].filter(isConcerned)
    if (tankIds.length === 0) return []
    const terminals = await withNextReadings(repository, candidates.map(asObservedTerminal))
    const silences = findSilences([...watched], terminals, await repository.findPauses(), now)
    const alarms = await findLastSilences(connection, tankIds, silences, now)
    const byId = new Map(terminals.map((terminal) => [terminal.terminal_id, terminal]))
    const deliveredAgainAt = (alarm: AlarmRow) =>
      alarm.terminal_id === null
        ? // Somebody sits there now who could deliver.
          watched.has(alarm.tank_id) && !empty.has(alarm.tank_id)
          ? now
          : null
        : lastDeliveryOf(alarm, byId.get(alarm.terminal_id))
    return changeSilences(alarms, silences, deliveredAgainAt, now)
  }

  return {
    beat,
    beatAgain,

    /** Raises and clears silences. @returns what changed, committed. */
    async check(): Promise<Alarm[]> {
      const foreseen = await findChanges(database, () => true)
      if (foreseen.length === 0) return []
      const tankIds = new Set(foreseen.map(({ after }) => after.tank_id))
      return database.transact(async (connection) => {
        await evaluationRepository(connection).lockTanks([...tankIds])
        return saveAlarms(connection, await findChanges(connection, (id) => tankIds.has(id)))
      })
    },
  }
}

/** Of every silence the alarm that stands; only of one that begins, the one that has just been closed as well, however long others last. */
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
  const since = instantAt(Date.parse(oldest) - 31 * MINUTE_MS)
  const last = (await repository.findLast([...new Set(begun.map(({ tank_id }) => tank_id))], since)).filter(isSilent)
  const keys = new Set(last.map(silenceKey))
  return [...standing.filter((alarm) => !keys.has(silenceKey(alarm))), ...last]
}

/** When the silent terminal delivered again; null: not yet, or it no longer sits on the tank (`evaluateTanks` ends that). */
function lastDeliveryOf(
  { tank_id, metric, last_at }: AlarmRow,
  terminal: ObservedTerminal | undefined,
): Instant | null {
  if (terminal?.tank_id !== tank_id) return null
  const at = metric === null ? terminal.seen_at : terminal.metrics.find((one) => one.metric === metric)?.measured_at
  return at && at > last_at ? at : null
}

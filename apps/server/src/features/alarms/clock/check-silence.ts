import type { Alarm } from '@dalyan/contracts/alarms'
import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { instantAt } from '../../../core/clock.ts'
import type { Connection, Database } from '../../../core/database/database.ts'
import type { AlarmRow } from '../../../core/database/schema-alarms.ts'
import { alarmsRepository } from '../alarms.sql.ts'
import type { EvaluationNeeds } from '../evaluation/evaluate-tanks.ts'
import { evaluationRepository } from '../evaluation/evaluation.sql.ts'
import { REOPENS_WITHIN_MS, type Transition } from '../machine/alarm-machine.rules.ts'
import { saveAlarms, transactAndAnnounce } from '../machine/save-alarms.ts'
import { alarmClockRepository, type SilenceCandidate } from './alarm-clock.sql.ts'
import {
  findSilences,
  metricsBehind,
  silenceKey,
  silenceTransitions,
  type ObservedTerminal,
  type SilenceAlarm,
} from './silence.rules.ts'

export interface SilenceNeeds extends EvaluationNeeds {
  database: Database
  /**
   * Seconds without a reading after which a terminal with this usual interval and its own limit is offline (terminals/silence-limit.rules.ts).
   */
  offlineAfterSeconds: (interval: number | null, own: number | null) => number
}

/**
 * Raises and clears the silence of terminals, of single metrics, and of tanks without a terminal that could deliver.
 * @param now the instant of the last heartbeat: a machine that has slept since then has not saved that pause yet
 */
export async function checkSilence(needs: SilenceNeeds, now: Instant): Promise<Alarm[]> {
  const foreseen = await findTransitions(needs, needs.database, now, () => true)
  if (foreseen.length === 0) return []
  const tankIds = new Set(foreseen.map(({ after }) => after.tank_id))
  return transactAndAnnounce(needs, async (connection) => {
    await evaluationRepository(connection).lockTanks([...tankIds])
    return saveAlarms(needs, connection, await findTransitions(needs, connection, now, (id) => tankIds.has(id)))
  })
}

async function findTransitions(
  { offlineAfterSeconds }: SilenceNeeds,
  connection: Connection,
  now: Instant,
  isConcerned: (tankId: number) => boolean,
): Promise<Transition[]> {
  const repository = alarmClockRepository(connection)
  const candidates = await repository.findCandidates(now, offlineAfterSeconds(0, null))
  const empty = new Set(await repository.findEmptyTanks())
  const observed = new Set([...candidates.map(({ tank_id }) => tank_id), ...empty].filter(isConcerned))
  const tankIds = [...new Set([...observed, ...(await repository.findSilentTanks())])].filter(isConcerned)
  if (tankIds.length === 0) return []
  const terminals = candidates.map((row) =>
    asObservedTerminal(row, offlineAfterSeconds(row.interval_seconds, row.offline_after_seconds)),
  )
  const behind = terminals.flatMap((terminal) =>
    metricsBehind(terminal).map(({ metric, measured_at }) => ({
      terminal_id: terminal.terminal_id,
      metric,
      after: measured_at,
    })),
  )
  const nextReadings = new Map(
    (await repository.findNextReadings(behind)).map((row) => [`${row.terminal_id} ${row.metric}`, row.next_at]),
  )
  const nextReading = (id: number, metric: string) => nextReadings.get(`${id} ${metric}`)
  const silences = findSilences([...observed], terminals, nextReading, await repository.findPauses(), now)
  const alarms = await findLastSilences(connection, tankIds, silences, now)
  const byId = new Map(terminals.map((terminal) => [terminal.terminal_id, terminal]))
  const deliveredAgainAt = (alarm: AlarmRow) => {
    if (alarm.terminal_id !== null) return lastDeliveryOf(alarm, byId.get(alarm.terminal_id))
    return observed.has(alarm.tank_id) && !empty.has(alarm.tank_id) ? now : null
  }
  return silenceTransitions(alarms, silences, deliveredAgainAt, now)
}

function asObservedTerminal(row: SilenceCandidate, limit_seconds: number): ObservedTerminal {
  const { terminal_id, tank_id, seen_at, since, measured_at, metrics_at } = row
  const metrics = (metrics_at ?? []).flatMap((at, i) => {
    const metric = METRIC_KEYS[i]
    return at === null || !metric ? [] : [{ metric, measured_at: instantAt(at) }]
  })
  return { terminal_id, tank_id, seen_at, since, measured_at, limit_seconds, metrics }
}

/**
 * The current alarm of each silence. A silence that begins also finds the alarm that closed shortly before it; the other silences do not
 * extend that search.
 */
async function findLastSilences(
  connection: Connection,
  tankIds: readonly number[],
  silences: readonly SilenceAlarm[],
  now: Instant,
): Promise<AlarmRow[]> {
  const last = new Map<string, AlarmRow>()
  async function find(onTanks: readonly number[], closedSince: Instant): Promise<void> {
    for (const alarm of await alarmsRepository(connection).findLast(onTanks, closedSince))
      if (alarm.kind === 'silent') last.set(silenceKey(alarm), alarm)
  }
  await find(tankIds, now)
  const begun = silences.filter((silence) => last.get(silenceKey(silence))?.closed_at !== null)
  if (begun.length > 0) {
    const oldest = begun.reduce((first, { out_since }) => (out_since < first ? out_since : first), now)
    const onTanks = [...new Set(begun.map(({ tank_id }) => tank_id))]
    await find(onTanks, instantAt(Date.parse(oldest) - REOPENS_WITHIN_MS))
  }
  return [...last.values()]
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

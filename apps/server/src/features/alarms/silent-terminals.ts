import type { Alarm } from '@dalyan/contracts/alarms'
import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { AlarmChange, AlarmRow } from '../../core/database/schema-alarms.ts'
import { alarmRowsRepository } from './alarm-rows.repository.ts'
import type { KeepAlarms } from './keep-alarms.ts'
import { changeSilences, findSilences, type Watched } from './silence.rules.ts'
import { silenceRepository, type SilenceCandidate } from './silence.repository.ts'
import { watchesRepository } from './watches.repository.ts'

const MINUTE_MS = 60_000
/** Longer than the longest limit of silence (five times a week). */
const KEEP_PAUSES_MS = 60 * 24 * 60 * MINUTE_MS

interface Needs {
  database: Database
  clock: Clock
  /** Age in seconds at which a terminal with this usual interval is offline (`terminal-presence.rules.ts`). */
  offlineAfterSeconds: (interval: number | null) => number
  /** A gap between two heartbeats that is longer means: the database was away. */
  longestGapMs: number
  keep: KeepAlarms
}

/** Who stopped talking: terminals, single metrics, and tanks with nobody who could deliver (decisions §7, Silence). */
export function silentTerminals({ database, clock, offlineAfterSeconds, longestGapMs, keep }: Needs) {
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

  function asWatched(row: SilenceCandidate): Watched {
    const { terminal_id, tank_id, seen_at, since } = row
    const metrics = METRIC_KEYS.flatMap((metric) => {
      const measured_at = row[`${metric}_at`]
      if (measured_at === null || row.measured_at === null) return []
      return [
        {
          metric,
          measured_at,
          behind_seconds: (Date.parse(row.measured_at) - Date.parse(measured_at)) / 1000,
        },
      ]
    })
    return {
      terminal_id,
      tank_id,
      seen_at,
      since,
      limit_seconds: offlineAfterSeconds(row.interval_seconds),
      metrics,
    }
  }

  async function findChanges(connection: Connection, isConcerned: (tankId: number) => boolean): Promise<AlarmChange[]> {
    const now = instantAt(clock.now())
    const repository = silenceRepository(connection)
    const terminals = (await repository.findCandidates(now, offlineAfterSeconds(0))).map(asWatched)
    const named = [
      ...terminals.map(({ tank_id }) => tank_id),
      ...(await repository.findEmptyTanks()),
      ...(await repository.findSilentTanks()),
    ]
    const tankIds = [...new Set(named)].filter(isConcerned)
    if (tankIds.length === 0) return []
    const pauses = await repository.findPauses()
    const empty = new Set(await repository.findEmptyTanks())
    const silences = findSilences(
      tankIds.filter((id) => empty.has(id) || terminals.some(({ tank_id }) => tank_id === id)),
      terminals,
      pauses,
      now,
    )
    const oldest = silences.reduce((first, { out_since }) => (out_since < first ? out_since : first), now)
    const alarms = await alarmRowsRepository(connection).findLast(
      tankIds,
      instantAt(Date.parse(oldest) - 31 * MINUTE_MS),
    )
    const ofSilence = alarms.filter(({ kind }) => kind === 'silent')
    return changeSilences(ofSilence, silences, (alarm) => heardAt(alarm, terminals, now), now)
  }

  return {
    beat,

    /** Raises and clears silences. @returns what changed, committed. */
    async check(): Promise<Alarm[]> {
      const foreseen = await findChanges(database, () => true)
      if (foreseen.length === 0) return []
      const tankIds = [...new Set(foreseen.map(({ after }) => after.tank_id))]
      return database.transact(async (connection) => {
        await watchesRepository(connection).lockTanks(tankIds)
        return keep(connection, await findChanges(connection, (id) => tankIds.includes(id)))
      })
    },
  }
}

/** When the one whose silence an alarm is was heard again; null: not yet, or it no longer sits on the tank (`judgeTanks` ends that). */
function heardAt(alarm: AlarmRow, terminals: readonly Watched[], now: Instant): Instant | null {
  if (alarm.terminal_id === null) return terminals.some(({ tank_id }) => tank_id === alarm.tank_id) ? now : null
  const terminal = terminals.find(
    ({ terminal_id, tank_id }) => terminal_id === alarm.terminal_id && tank_id === alarm.tank_id,
  )
  const at =
    alarm.metric === null
      ? terminal?.seen_at
      : terminal?.metrics.find(({ metric }) => metric === alarm.metric)?.measured_at
  return at && at > alarm.last_at ? at : null
}

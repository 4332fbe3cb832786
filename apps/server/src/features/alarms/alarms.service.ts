import type { Alarm } from '@dalyan/contracts/alarms'
import type { ClearReason } from '@dalyan/contracts/alarm-words'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { AlarmChange, AlarmRow } from '../../core/database/schema-alarms.ts'
import type { AppEvents } from '../../events.ts'
import type { Reading } from '../measurements/storing/reading.ts'
import { isActive } from './alarm-life.rules.ts'
import { alarmRowsRepository } from './alarm-rows.repository.ts'
import { clearedFor, dismiss, judge, judgeByClock, release, type Excursion, type Watch } from './alarms.rules.ts'
import type { KeepAlarms } from './keep-alarms.ts'
import { createKnownLimits } from './known-limits.ts'
import { limitOf, SIDES } from './limits.rules.ts'
import { activeTerminal, openScene, saveExcursions, watchKey, type Scene } from './scene.ts'
import { valuesToJudge, withoutLate, type Judged } from './values-to-judge.ts'
import { watchesRepository, type WatchesRepository } from './watches.repository.ts'

/** Readings of these tanks wait meanwhile: a template may serve thousands. */
const TANKS_AT_ONCE = 100

interface Needs {
  database: Pick<Database, 'transact'>
  clock: Clock
  events: AppEvents
  /** Age in seconds at which a value of a terminal with this usual interval is stale (`terminal-presence.rules.ts`). */
  staleAfterSeconds: (interval: number | null) => number
  keep: KeepAlarms
}

export function alarmsService({ database, clock, events, staleAfterSeconds, keep }: Needs) {
  const knownLimits = createKnownLimits()
  const nowInstant = () => instantAt(clock.now())

  /** Tells of alarms after their commit. */
  function announce(alarms: readonly Alarm[]): void {
    for (const alarm of alarms) events.emit('alarm.changed', alarm)
  }

  async function transactAndAnnounce(work: (connection: Connection) => Promise<Alarm[]>): Promise<Alarm[]> {
    const changed = await database.transact(work)
    announce(changed)
    return changed
  }

  /** Judges the readings that a transaction has just stored. Where nothing is out, and nothing was, it costs one query. */
  async function evaluate(connection: Connection, stored: readonly Reading[]): Promise<Alarm[]> {
    const onTanks = stored.filter(({ tank_id }) => tank_id !== null)
    if (onTanks.length === 0) return []
    const repository = watchesRepository(connection)
    // A terminal that is out in this batch may be inside again in the same batch: all of its readings count.
    const concerned = await knownLimits.findCandidates(repository, onTanks)
    if (concerned.size === 0) return []
    const readings = onTanks
      .filter(({ terminal_id }) => concerned.has(terminal_id))
      .toSorted((a, b) => a.measured_at - b.measured_at || a.terminal_id - b.terminal_id)
    const tankIds = [...new Set(readings.map(({ tank_id }) => tank_id ?? 0))].sort((a, b) => a - b)

    const scene = await openScene(connection, tankIds, instantAt(readings[0]?.measured_at ?? clock.now()))
    const values = await withoutLate(repository, valuesToJudge(scene, readings), readings)
    const after = new Map(scene.watches)
    for (const value of values) judgeBothSides(after, value)
    return keep(connection, await saveExcursions(connection, scene.watches, after))
  }

  function judgeBothSides(watches: Map<string, Watch>, value: Judged): void {
    for (const side of SIDES) {
      const key = watchKey(value.tank_id, value.metric, side)
      const watch = watches.get(key)
      if (watch) watches.set(key, judge(watch, value, nowInstant()))
    }
  }

  /**
   * Judges tanks anew after a change of limits, status or assignments: the fresh latest values at once, both ways; what is no longer watched
   * clears with its reason. To be called after the change is committed.
   */
  async function judgeTanks(tankIds: readonly number[]): Promise<Alarm[]> {
    const changed: Alarm[] = []
    for (let from = 0; from < tankIds.length; from += TANKS_AT_ONCE) {
      changed.push(...(await judgeSomeTanks(tankIds.slice(from, from + TANKS_AT_ONCE))))
    }
    return changed
  }

  function judgeSomeTanks(tankIds: readonly number[]): Promise<Alarm[]> {
    return transactAndAnnounce(async (connection) => {
      const repository = watchesRepository(connection)
      await repository.lockLatest(tankIds)
      const now = nowInstant()
      const latest = await repository.findLatest(tankIds)
      const oldest = latest.reduce((first, { at }) => (at < first ? at : first), now)
      const scene = await openScene(connection, tankIds, oldest)
      const gone = await reasonsOf(repository, scene)
      const after = new Map([...scene.watches].map(([key, watch]) => [key, dismissed(scene, watch, gone)]))
      for (const value of latest) {
        const terminal = activeTerminal(scene, value.tank_id, value.terminal_id)
        if (terminal && !isStale(value.at, terminal.interval_seconds)) judgeBothSides(after, value)
      }
      for (const [key, watch] of after) after.set(key, judgeByClock(watch, staleIn(scene), now))
      const changes = await saveExcursions(connection, scene.watches, after)
      return keep(connection, [
        ...changes,
        ...changedOf(scene.silences, (alarm) => silenceDismissed(scene, alarm, gone)),
      ])
    })
  }

  /** What stopped counting: the tank, its limits, or single terminals. */
  function dismissed(scene: Scene, watch: Watch, gone: ReadonlyMap<number, ClearReason>): Watch {
    const tank = scene.tanks.get(watch.tank_id)
    const isIdle = watch.excursions.length === 0 && !isActive(watch.alarm)
    if (!tank || isIdle) return watch
    if (tank.status !== 'active') return dismiss(watch, `tank_${tank.status}`, nowInstant())
    if (!tank.limits) return dismiss(watch, 'template_off', nowInstant())
    if (limitOf(watch.limits, watch.side) === null) return dismiss(watch, 'limit_removed', nowInstant())
    return watch.excursions
      .filter(({ terminal_id }) => !activeTerminal(scene, watch.tank_id, terminal_id))
      .reduce(
        (left, { terminal_id }) => release(left, terminal_id, gone.get(terminal_id) ?? 'terminal_moved', nowInstant()),
        watch,
      )
  }

  function silenceDismissed(scene: Scene, alarm: AlarmRow, gone: ReadonlyMap<number, ClearReason>): AlarmRow {
    const status = scene.tanks.get(alarm.tank_id)?.status ?? 'deleted'
    if (status !== 'active') return clearedFor(alarm, `tank_${status}`, nowInstant())
    if (alarm.terminal_id === null || activeTerminal(scene, alarm.tank_id, alarm.terminal_id)) return alarm
    return clearedFor(alarm, gone.get(alarm.terminal_id) ?? 'terminal_moved', nowInstant())
  }

  function isStale(at: string, interval: number | null): boolean {
    return (clock.now() - Date.parse(at)) / 1000 > staleAfterSeconds(interval)
  }

  function staleIn(scene: Scene): (excursion: Excursion) => boolean {
    return ({ tank_id, terminal_id, last_at }) => {
      const terminal = activeTerminal(scene, tank_id, terminal_id)
      return !terminal || isStale(last_at, terminal.interval_seconds)
    }
  }

  /** Raises by the clock what stayed out for its delay. */
  async function raiseDue(tankIds: readonly number[]): Promise<Alarm[]> {
    if (tankIds.length === 0) return []
    return transactAndAnnounce(async (connection) => {
      const now = nowInstant()
      const scene = await openScene(connection, tankIds, now)
      const after = new Map([...scene.watches].map(([key, watch]) => [key, judgeByClock(watch, staleIn(scene), now)]))
      return keep(connection, await saveExcursions(connection, scene.watches, after))
    })
  }

  /** Changes stored alarms of these tanks, under their lock. */
  async function changeAlarms(tankIds: readonly number[], change: (alarm: AlarmRow) => AlarmRow): Promise<Alarm[]> {
    if (tankIds.length === 0) return []
    return transactAndAnnounce(async (connection) => {
      await watchesRepository(connection).lockTanks(tankIds)
      return keep(connection, changedOf(await alarmRowsRepository(connection).findLast(tankIds, nowInstant()), change))
    })
  }

  return { evaluate, announce, judgeTanks, raiseDue, changeAlarms }
}

function changedOf(alarms: readonly AlarmRow[], change: (alarm: AlarmRow) => AlarmRow): AlarmChange[] {
  return alarms.map((before) => ({ before, after: change(before) })).filter(({ before, after }) => before !== after)
}

export type AlarmsService = ReturnType<typeof alarmsService>

/** Why terminals that are still named by excursions or silences no longer count. */
async function reasonsOf(repository: WatchesRepository, scene: Scene): Promise<Map<number, ClearReason>> {
  const named = [...scene.watches.values()].flatMap(({ excursions }) =>
    excursions.map(({ terminal_id }) => terminal_id),
  )
  const silent = scene.silences.flatMap(({ terminal_id }) => terminal_id ?? [])
  const rows = await repository.findTerminalStatuses([...new Set([...named, ...silent])])
  return new Map(rows.map(({ id, status }) => [id, status === 'active' ? 'terminal_moved' : `terminal_${status}`]))
}

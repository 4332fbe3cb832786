import {
  MOST_REHEARSED,
  NIGHT_HOURS,
  REHEARSAL_DAYS,
  type Rehearsal,
  type RehearsalInput,
} from '@dalyan/contracts/rehearsal'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Queries } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import { evaluationRepository } from '../evaluation/evaluation.sql.ts'
import { BUCKET_MS, rehearseTank, spansOf } from './rehearsal.rules.ts'
import { rehearsalRepository, type RehearsalTank } from './rehearsal.sql.ts'

const DAY_MS = 86_400_000
/** A call takes about this long; the caller then asks for the remaining tanks. */
const ANSWER_WITHIN_MS = 700
const TANKS_AT_ONCE = 10

interface Needs {
  /** Connections for reads. */
  database: Pick<Queries, 'transact'>
  clock: Clock
  /** Age in seconds at which a value of a terminal with this usual interval is stale (terminals/silence-limit.rules.ts). */
  staleAfterSeconds: (interval: number | null) => number
}

/** Applies limits to past readings of the active tanks of a template; `answerWithinMs`: after this time it leaves the remaining tanks to another call. */
export async function rehearseLimits(
  { database, clock, staleAfterSeconds }: Needs,
  templateId: number,
  { metric, min, max, delay_seconds, after = 0 }: RehearsalInput,
  answerWithinMs = ANSWER_WITHIN_MS,
): Promise<Rehearsal> {
  const begunAt = performance.now()
  const limits = { metric, min, max, delay_seconds }
  const to = clock.now()
  return inSnapshot(database, async (connection) => {
    const repository = rehearsalRepository(connection)
    const { raw_from, done_until } = await repository.findRolledUp()
    const from = Math.max(Math.floor((to - REHEARSAL_DAYS * DAY_MS) / BUCKET_MS) * BUCKET_MS, Date.parse(raw_from))
    const done = Math.max(from, Math.min(to, Date.parse(done_until)))
    const { total, tanks } = await repository.findTanks(templateId, after)
    const sum = { alarms: 0, alarmed_tanks: 0, night_alarms: 0, out_of_range_seconds: 0 }
    const newest: Rehearsal['newest'] = []
    let evaluated = 0

    async function rehearse(some: readonly RehearsalTank[]): Promise<void> {
      const tankIds = some.map(({ id }) => id)
      const terminals = await repository.findTerminals(tankIds)
      const terminalIds = [...new Set(terminals.map(({ terminal_id }) => terminal_id))]
      const modes = await evaluationRepository(connection).findModes(tankIds, instantAt(from))
      const held = modes.filter(({ metrics }) => metrics.includes(metric))
      const spans = [
        ...spansOf(await repository.findNearBuckets({ ...limits, tankIds, terminalIds, from, done, held })),
        ...terminalIds.map((terminal_id) => ({ terminal_id, from: done, to })),
      ]
      const values = await repository.findValues(metric, tankIds, spans)
      const departures = Map.groupBy(await repository.findDepartures(tankIds, from), ({ tank_id }) => tank_id)
      const intervals = new Map(terminals.map(({ terminal_id, interval_seconds }) => [terminal_id, interval_seconds]))
      for (const tank of some) {
        const { alarms, out_ms } = rehearseTank(
          {
            tank_id: tank.id,
            values: values.get(tank.id) ?? [],
            departures: (departures.get(tank.id) ?? []).map(({ terminal_id, to_at }) => ({
              terminal_id,
              at: Date.parse(to_at),
            })),
            held: held.filter(({ tank_id }) => tank_id === tank.id),
            staleAfterMs: (id) => staleAfterSeconds(intervals.get(id) ?? null) * 1000,
          },
          limits,
          to,
        )
        sum.alarms += alarms.length
        sum.alarmed_tanks += Number(alarms.length > 0)
        sum.night_alarms += alarms.filter(({ raised_at }) => isAtNight(raised_at)).length
        sum.out_of_range_seconds += out_ms / 1000
        newest.push(
          ...alarms.map(({ raised_at, cleared_at, ...alarm }) => ({
            tank,
            ...alarm,
            raised_at: instantAt(raised_at),
            cleared_at: cleared_at === null ? null : instantAt(cleared_at),
          })),
        )
      }
      evaluated += some.length
    }

    do await rehearse(tanks.slice(evaluated, evaluated + TANKS_AT_ONCE))
    while (evaluated < tanks.length && performance.now() - begunAt < answerWithinMs)
    return {
      from: instantAt(from),
      to: instantAt(to),
      tanks: total,
      evaluated_tanks: evaluated,
      next: evaluated < tanks.length ? (tanks[evaluated - 1]?.id ?? null) : null,
      ...sum,
      newest: newest.sort((a, b) => b.raised_at.localeCompare(a.raised_at)).slice(0, MOST_REHEARSED),
    }
  })
}

const HOUR_IN_ISTANBUL = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Istanbul',
  hour: 'numeric',
  hourCycle: 'h23',
})

function isAtNight(at: number): boolean {
  const hour = Number(HOUR_IN_ISTANBUL.format(at))
  return hour >= NIGHT_HOURS.from || hour < NIGHT_HOURS.to
}

import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Connection } from '../../core/database/database.ts'
import { outOfRange, type Wanted } from './out-of-range.repository.ts'
import { outOfRangeDays, shortBasis, type DayOwner } from './out-of-range-days.repository.ts'
import {
  basisOf,
  DAY_MS,
  readingsBehind,
  runsOf,
  wholeDays,
  type KeptDay,
  type Stretch,
  type ToldInterval,
} from './out-of-range-days.rules.ts'

/** What is sorted at once stays in memory. */
const DAYS_AT_ONCE = 31

interface Answer {
  seconds: Map<MetricKey, number>
  /** Days that were counted now, for the next time. */
  counted: KeptDay[]
}

/** For how long a tank was out of range: the days that are over from what was kept of them, as far as it still holds, all else from the readings. */
export function outOfRangeTime(connection: Connection) {
  const kept = outOfRangeDays(connection)
  const { days: countDays } = outOfRange(connection)

  /** The days of a stretch, and which of them are still to be kept. */
  async function daysOf(wanted: Wanted, owner: DayOwner, told: readonly ToldInterval[], days: Stretch) {
    const metrics = wanted.limits.map(({ metric }) => metric)
    const scope = { terminals: wanted.terminals.map((one) => one.terminal_id), tanks: [wanted.tank_id] }
    const daysBefore = Math.ceil((Math.max(...wanted.terminals.map((one) => one.seconds)) * 1000) / DAY_MS)
    const readings = await kept.readings(scope, metrics, { from: days.from - daysBefore * DAY_MS, to: days.to })
    const bases = new Map(wanted.limits.map((limits) => [limits.metric, shortBasis(basisOf(limits, told))]))
    const behind = (metric: MetricKey, day: number) => readingsBehind(readings, metric, day, daysBefore)

    const found = (await kept.read(owner, metrics, days)).filter(
      (one) => one.basis === bases.get(one.metric) && one.readings === behind(one.metric, one.day),
    )
    const known = new Set(found.map(({ metric, day }) => `${metric} ${day}`))
    const isMissing = (day: number) =>
      metrics.some((metric) => behind(metric, day) !== 0 && !known.has(`${metric} ${day}`))
    const missing: number[] = []
    for (let day = days.from; day < days.to; day += DAY_MS) if (isMissing(day)) missing.push(day)

    const out = new Map<string, number>()
    for (const run of runsOf(missing, DAYS_AT_ONCE)) {
      for (const { metric, day, seconds } of await countDays({ ...wanted, ...run }))
        out.set(`${metric} ${day}`, seconds)
    }
    const counted = missing.flatMap((day) =>
      metrics.map((metric) => ({ metric, day, seconds: out.get(`${metric} ${day}`) ?? 0 })),
    )
    const isCounted = new Set(missing)
    return {
      days: [...found.filter(({ day }) => !isCounted.has(day)), ...counted],
      counted: counted.flatMap((one) => {
        const readings = behind(one.metric, one.day)
        const basis = bases.get(one.metric)
        return readings === null || basis === undefined ? [] : [{ ...one, readings, basis }]
      }),
    }
  }

  return {
    async read(wanted: Wanted, owner: DayOwner, told: readonly ToldInterval[]): Promise<Answer> {
      const seconds = new Map<MetricKey, number>(wanted.limits.map(({ metric }) => [metric, 0]))
      if (wanted.limits.length === 0 || wanted.terminals.length === 0) return { seconds, counted: [] }
      const { from, to, done } = wanted
      const over = wholeDays({ from, to: Math.min(to, done) })
      const whole = over ? await daysOf(wanted, owner, told, over) : { days: [], counted: [] }
      const ends = over
        ? [...(await countDays({ ...wanted, to: over.from })), ...(await countDays({ ...wanted, from: over.to }))]
        : await countDays(wanted)
      for (const one of [...whole.days, ...ends]) {
        seconds.set(one.metric, (seconds.get(one.metric) ?? 0) + one.seconds)
      }
      return { seconds, counted: whole.counted }
    },
  }
}

import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Connection } from '../../core/database/database.ts'
import { outOfRange, type DayOut } from './out-of-range.repository.ts'
import { outOfRangeDays, shortBasis, type DayOwner } from './out-of-range-days.repository.ts'
import {
  basisOf,
  DAY_MS,
  readingsBehind,
  runsOf,
  wholeDays,
  type KeptDay,
  type Stretch,
} from './out-of-range-days.rules.ts'
import type { Judging } from './tank-judging.repository.ts'

/** What is sorted at once stays in memory. */
const DAYS_AT_ONCE = 31

/** Of whom, by what, and from when to when; epoch milliseconds, `to` is outside. */
interface Wanted extends Judging, Stretch {
  tank_id: number
}

interface Answer {
  seconds: Map<MetricKey, number>
  /** Days that were counted now, for the next time. */
  counted: KeptDay[]
}

/** The metrics that are to be counted, by the start of their day. */
type Missing = ReadonlyMap<number, readonly MetricKey[]>

interface LookedUp {
  kept: KeptDay[]
  missing: Missing
  /** null: more readings came that the roll-ups do not hold yet, so it would not hold. */
  asKept: (one: DayOut) => KeptDay | null
}

const nameOf = ({ metric, day }: Pick<DayOut, 'metric' | 'day'>) => `${metric} ${day}`

/** For how long a tank was out of range: the days that are over from what was kept of them, as far as it still holds, all else from the readings. */
export function outOfRangeTime(connection: Connection) {
  const days = outOfRangeDays(connection)
  const { days: countDays } = outOfRange(connection)

  async function lookUp(
    { tank_id, limits, terminals, told }: Wanted,
    owner: DayOwner,
    over: Stretch,
  ): Promise<LookedUp> {
    const metrics = limits.map(({ metric }) => metric)
    const scope = { terminals: terminals.map((one) => one.terminal_id), tanks: [tank_id] }
    const daysBefore = Math.ceil((Math.max(...terminals.map((one) => one.seconds)) * 1000) / DAY_MS)
    const readings = await days.readings(scope, metrics, { from: over.from - daysBefore * DAY_MS, to: over.to })
    const bases = new Map(limits.map((one) => [one.metric, shortBasis(basisOf(one, told))]))
    const behind = (metric: MetricKey, day: number) => readingsBehind(readings, metric, day, daysBefore)

    const kept = (await days.read(owner, metrics, over)).filter(
      (one) => one.basis === bases.get(one.metric) && one.readings === behind(one.metric, one.day),
    )
    const known = new Set(kept.map(nameOf))
    const missing = new Map<number, MetricKey[]>()
    for (let day = over.from; day < over.to; day += DAY_MS) {
      const ofDay = metrics.filter((metric) => behind(metric, day) !== 0 && !known.has(nameOf({ metric, day })))
      if (ofDay.length > 0) missing.set(day, ofDay)
    }
    return {
      kept,
      missing,
      asKept: (one) => {
        const readings = behind(one.metric, one.day)
        const basis = bases.get(one.metric)
        return readings === null || basis === undefined ? null : { ...one, readings, basis }
      },
    }
  }

  async function count(wanted: Wanted, missing: Missing): Promise<DayOut[]> {
    const counted: DayOut[] = []
    for (const run of runsOf([...missing.keys()], DAYS_AT_ONCE)) {
      const ofRun = [...missing].filter(([day]) => day >= run.from && day < run.to)
      const metrics = new Set(ofRun.flatMap(([, ofDay]) => ofDay))
      const limits = wanted.limits.filter(({ metric }) => metrics.has(metric))
      const out = new Map((await countDays({ ...wanted, ...run, limits })).map((one) => [nameOf(one), one.seconds]))
      for (const [day, ofDay] of ofRun)
        for (const metric of ofDay) counted.push({ metric, day, seconds: out.get(nameOf({ metric, day })) ?? 0 })
    }
    return counted
  }

  const isJudged = ({ limits, terminals }: Wanted) => limits.length > 0 && terminals.length > 0
  const daysOver = ({ from, to, done }: Wanted) => wholeDays({ from, to: Math.min(to, done) })
  const keepable = (counted: readonly DayOut[], { asKept }: LookedUp) => counted.flatMap((one) => asKept(one) ?? [])

  return {
    async read(wanted: Wanted, owner: DayOwner): Promise<Answer> {
      const seconds = new Map<MetricKey, number>(wanted.limits.map(({ metric }) => [metric, 0]))
      if (!isJudged(wanted)) return { seconds, counted: [] }
      const add = (some: readonly DayOut[]) => {
        for (const one of some) seconds.set(one.metric, (seconds.get(one.metric) ?? 0) + one.seconds)
      }
      const over = daysOver(wanted)
      if (!over) {
        add(await countDays(wanted))
        return { seconds, counted: [] }
      }
      const found = await lookUp(wanted, owner, over)
      const counted = await count(wanted, found.missing)
      add([...found.kept, ...counted])
      add(await countDays({ ...wanted, to: over.from }))
      add(await countDays({ ...wanted, from: over.to }))
      return { seconds, counted: keepable(counted, found) }
    },

    /** Counts the newest days that are over and not kept, so many at most. null: there are none that could be kept. */
    async countNewest(wanted: Wanted, owner: DayOwner, most: number): Promise<KeptDay[] | null> {
      const over = isJudged(wanted) ? daysOver(wanted) : null
      if (!over) return null
      const found = await lookUp(wanted, owner, over)
      const missing = [...found.missing]
        .map(([day, ofDay]) => [day, ofDay.filter((metric) => found.asKept({ metric, day, seconds: 0 }))] as const)
        .filter(([, ofDay]) => ofDay.length > 0)
      const run = runsOf(
        missing.map(([day]) => day),
        most,
      ).at(-1)
      if (!run) return null
      return keepable(await count(wanted, new Map(missing.filter(([day]) => day >= run.from))), found)
    },
  }
}

import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { TerminalConnection } from '@dalyan/contracts/terminals'
import type { WallTank } from '@dalyan/contracts/wall'
import { instantAt } from '../../core/clock.ts'
import { shownTank, type TankFacts, type TerminalFacts } from './wall.rules.ts'
import type { BareWallTank, LimitsRow, WallLimits, WallTerminal, WallValues } from './wall.sql.ts'

/** A tank that nobody asked for this long is forgotten. */
const FORGET_AFTER_MS = 10 * 60_000

/** The rules of the feature terminals; all times in seconds. */
export interface Silence {
  staleAfterSeconds: (interval: number | null) => number
  offlineAfterSeconds: (interval: number | null, own: number | null) => number
  connectionOf: (age: number | null, interval: number | null, own: number | null) => TerminalConnection
}

/** What was read of a tank. */
export interface TankSource extends Pick<TankFacts, 'mode' | 'alarms'> {
  tank: BareWallTank
  forewarning: WallTank['forewarning']
  terminals: readonly TerminalSource[]
}

interface TerminalSource {
  terminal: WallTerminal
  /** When its last reading of any tank arrived. */
  seenAt: Instant | undefined
  /** JSON, `WallValues`; null: it never measured this tank. */
  values: string | null
}

/** A tank without its course, which is prepared. */
export type TankWithoutCourse = Omit<WallTank, 'spark'>

interface Shown {
  tank: TankWithoutCourse
  /** Active limits apply to a fresh value of a terminal. */
  isWatched: boolean
}

interface KeptTank extends Shown {
  madeOf: readonly unknown[]
  /** From the one to the other, both included, no limit of time passes, such as the age at which a value is stale; epoch milliseconds. */
  from: number
  until: number
  askedAt: number
}

interface Template {
  /** JSON, `WallLimits`. */
  text: string
  limits: WallTank['limits']
}

/**
 * Keeps what the overview shows of each tank until something that it was made of has changed, or a limit of time passes: most tanks have no new
 * reading between two answers. A tank that has not changed is the same object, so that its JSON is not written again either.
 */
export function createShownTanks(silence: Silence) {
  const kept = new Map<number, KeptTank>()
  let templates = new Map<number, Template>()
  let sweptAt = 0

  function forgetOld(now: number): void {
    if (Math.abs(now - sweptAt) < FORGET_AFTER_MS) return
    sweptAt = now
    for (const [id, { askedAt }] of kept) if (Math.abs(now - askedAt) >= FORGET_AFTER_MS) kept.delete(id)
  }

  /** The limits of a template whose row is the same stay the same object. */
  function readTemplates(rows: readonly LimitsRow[]): void {
    templates = new Map(
      rows.map(({ id, limits: text }) => {
        const known = templates.get(id)
        return [id, known?.text === text ? known : { text, limits: limitsOf(text) }]
      }),
    )
  }

  function make({ tank, mode, forewarning, alarms, terminals }: TankSource, limits: WallTank['limits'], now: number) {
    const read = terminals.map((terminal) => readTerminal(terminal, tank.id, silence, now))
    const ends = [...read.flatMap((one) => one.ends), ...alarms.flatMap(({ shelved_until }) => endOf(shelved_until))]
    const { status, id, code, name, place } = tank
    const facts = { status, limits, mode, forewarning, alarms, terminals: read.map((one) => one.facts) }
    const { is_watched, ...shown } = shownTank(facts, instantAt(now))
    return {
      tank: { id, code, name, place, status, ...shown, limits, mode, forewarning },
      isWatched: is_watched,
      from: now,
      until: Math.min(...ends.filter((end) => end >= now)),
    }
  }

  return {
    /** The tanks in the given order. `now`: epoch milliseconds. */
    show(sources: readonly TankSource[], templateRows: readonly LimitsRow[], now: number): Shown[] {
      forgetOld(now)
      readTemplates(templateRows)
      return sources.map((source) => {
        const { tank } = source
        // Limits apply to active tanks only: the last values of a suspended tank are neither in nor out of range.
        const limits =
          (tank.status === 'active' ? templates.get(tank.range_template_id ?? 0)?.limits : undefined) ?? NO_LIMITS
        const madeOf = partsOf(source, limits)
        const known = kept.get(tank.id)
        if (known && known.from <= now && now <= known.until && isAlike(known.madeOf, madeOf)) {
          known.askedAt = now
          return known
        }
        const made = { ...make(source, limits, now), madeOf, askedAt: now }
        kept.set(tank.id, made)
        return made
      })
    },
  }
}

export type ShownTanks = ReturnType<typeof createShownTanks>

const NO_LIMITS = {}

/** Everything that `make` reads, as values that can be compared. */
function partsOf({ tank, mode, forewarning, alarms, terminals }: TankSource, limits: WallTank['limits']): unknown[] {
  const { code, name, place, status } = tank
  const others = mode || forewarning || alarms.length > 0 ? JSON.stringify([mode, forewarning, alarms]) : null
  const parts: unknown[] = [code, name, place, status, limits, others]
  for (const { terminal, seenAt, values } of terminals) parts.push(...terminal, seenAt, values)
  return parts
}

function isAlike(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, i) => part === b[i])
}

/** @returns `ends`: the last instants, epoch milliseconds, at which it is as it is now; those that have passed too */
function readTerminal(
  { terminal, seenAt: seen, values: text }: TerminalSource,
  tankId: number,
  { staleAfterSeconds, offlineAfterSeconds, connectionOf }: Silence,
  now: number,
): { facts: TerminalFacts; ends: number[] } {
  const [, assignedTo, is_by_hand, is_active, interval, offline_after] = terminal
  const [measured_at, values, ownTimes] = text === null ? NEVER : (JSON.parse(text) as WallValues)
  const times = METRIC_KEYS.map((_, i) => Date.parse(ownTimes[i] ?? measured_at))
  const seenAt = seen === undefined ? null : Date.parse(seen)
  const stale_after_seconds = staleAfterSeconds(interval)
  const ends = [...new Set(times)].map((time) => time + stale_after_seconds * 1000)
  if (seenAt !== null) ends.push(seenAt + offlineAfterSeconds(interval, offline_after) * 1000)
  return {
    facts: {
      is_here: assignedTo === tankId && is_active,
      is_by_hand,
      connection: connectionOf(seenAt === null ? null : (now - seenAt) / 1000, interval, offline_after),
      stale_after_seconds,
      fresh_from: instantAt(now - stale_after_seconds * 1000),
      values,
      times: times.map((time) => (Number.isNaN(time) ? null : instantAt(time))),
    },
    ends,
  }
}

const NEVER: WallValues = ['', [], []]

/** Until an instant, without it. */
function endOf(instant: Instant | null): number[] {
  return instant === null ? [] : [Date.parse(instant) - 1]
}

/** The limits of a template by metric. `text`: JSON, `WallLimits`. */
export function limitsOf(text: string): WallTank['limits'] {
  const [lo, hi] = JSON.parse(text) as WallLimits
  const limits: WallTank['limits'] = {}
  METRIC_KEYS.forEach((key, i) => {
    const [min, max] = [lo[i] ?? null, hi[i] ?? null]
    if (min !== null || max !== null) limits[key] = { min, max }
  })
  return limits
}

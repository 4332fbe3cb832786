import type { Language } from '@dalyan/contracts/errors'
import type { Forewarning } from '@dalyan/contracts/forewarnings'
import type { Incident } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { TankMode } from '@dalyan/contracts/tank-modes'
import type { TerminalConnection } from '@dalyan/contracts/terminals'
import type { Wall, WallTank } from '@dalyan/contracts/wall'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import type { Sparks } from './sparks.ts'
import { shownTank, type TerminalFacts } from './wall.rules.ts'
import type { LimitsRow, WallRepository, WallTerminalRow } from './wall.sql.ts'

export interface WallNeeds {
  clock: Clock
  wall: WallRepository
  sparks: Sparks
  /** Rules and data of other features, the data for many tanks at once. */
  silence: {
    staleAfterSeconds: (interval: number | null) => number
    connectionOf: (ageSeconds: number | null, interval: number | null, own: number | null) => TerminalConnection
  }
  modesOf: (tankIds: readonly number[], now: Instant) => Promise<Map<number, TankMode>>
  forewarningsOf: (tankIds: readonly number[], now: Instant) => Promise<Map<number, Forewarning[]>>
  openIncidents: (firms: FirmScope, language: Language) => Promise<readonly Incident[]>
}

/** A tank without its course, which is prepared. */
export type TankWithoutCourse = Omit<WallTank, 'spark'>

/** The overview of all tanks of these firms, or of the named ones among them, in a fixed number of statements. */
export async function readWall(
  needs: WallNeeds,
  firms: FirmScope,
  language: Language,
  tankIds?: readonly number[],
): Promise<
  Omit<Wall, 'tanks' | 'incidents'> & { tanks: readonly TankWithoutCourse[]; incidents: readonly Incident[] }
> {
  const [{ now, tanks, watched }, incidents] = await Promise.all([
    readWallTanks(needs, firms, tankIds),
    needs.openIncidents(firms, language),
  ])
  const named = new Set(tankIds)
  await needs.sparks.prepare(tanks.flatMap(({ id, lead }) => (lead === null ? [] : { tank_id: id, metric: lead })))
  return {
    places: placesOf(tanks),
    tanks,
    incidents: tankIds ? incidents.filter((incident) => incident.tanks.some(({ id }) => named.has(id))) : incidents,
    watch: { watched, total: tanks.filter(({ status }) => status === 'active').length, checked_at: now },
  }
}

/** The tanks of the overview alone, without their courses. `watched`: how many have a fresh value to which limits apply. */
export async function readWallTanks(
  needs: Omit<WallNeeds, 'sparks' | 'openIncidents'>,
  firms: FirmScope,
  tankIds?: readonly number[],
): Promise<{ now: Instant; tanks: TankWithoutCourse[]; watched: number }> {
  const { clock, wall } = needs
  const now = instantAt(clock.now())
  const scope = { firms, ids: tankIds }
  const listed = wall.listTanks(scope)
  const ids = listed.then((all) => all.map(({ id }) => id))
  const [tanks, modes, forewarnings, templates, terminals, alarms] = await Promise.all([
    listed,
    ids.then((of) => needs.modesOf(of, now)),
    ids.then((of) => needs.forewarningsOf(of, now)),
    wall.listLimits(),
    wall.listTerminals(scope),
    wall.listAlarms(scope),
  ])
  const limitsById = new Map(templates.map((template) => [template.id, limitsOf(template)]))
  const factsOf = terminalFacts(needs.silence, clock.now())
  let watched = 0
  const shown = tanks.map(({ id, code, name, place, status, range_template_id }): TankWithoutCourse => {
    const mode = modes.get(id) ?? null
    // Limits apply to active tanks only: the last values of a suspended tank are neither in nor out of range.
    const limits = (status === 'active' ? limitsById.get(range_template_id ?? 0) : undefined) ?? {}
    const forewarning = nearest(forewarnings.get(id) ?? [])
    const facts = { status, limits, mode, forewarning, alarms: alarms.get(id) ?? [] }
    const { is_watched, ...tank } = shownTank({ ...facts, terminals: (terminals.get(id) ?? []).map(factsOf) }, now)
    if (is_watched) watched += 1
    return { id, code, name, place, status, ...tank, limits, mode, forewarning }
  })
  return { now, tanks: shown, watched }
}

/** The crossing expected first, without its course: the overview draws none. */
function nearest([first]: readonly Forewarning[]): WallTank['forewarning'] {
  if (!first) return null
  const { metric, kind, limit, since, predicted_at, expected_from, expected_to, trend_per_hour, made, came_true } =
    first
  return { metric, kind, limit, since, predicted_at, expected_from, expected_to, trend_per_hour, made, came_true }
}

const TIME_COLUMNS = METRIC_KEYS.map((key) => `${key}_at` as const)

/** @param now epoch milliseconds */
function terminalFacts({ staleAfterSeconds, connectionOf }: WallNeeds['silence'], now: number) {
  const freshFrom = new Map<number | null, Instant>()
  return (row: WallTerminalRow): TerminalFacts => {
    const { is_here, is_by_hand, interval, offline_after, seen_at, measured_at } = row
    const age = seen_at === null ? null : (now - Date.parse(seen_at)) / 1000
    const stale_after_seconds = staleAfterSeconds(interval)
    const fresh_from = freshFrom.get(interval) ?? instantAt(now - stale_after_seconds * 1000)
    freshFrom.set(interval, fresh_from)
    return {
      is_here,
      is_by_hand,
      connection: connectionOf(age, interval, offline_after),
      stale_after_seconds,
      fresh_from,
      values: row.values ?? [],
      times: TIME_COLUMNS.map((column) => row[column] ?? measured_at),
    }
  }
}

/** The limits of a template by metric. */
export function limitsOf({ lo, hi }: LimitsRow): WallTank['limits'] {
  const limits: WallTank['limits'] = {}
  METRIC_KEYS.forEach((key, i) => {
    const [min, max] = [lo[i] ?? null, hi[i] ?? null]
    if (min !== null || max !== null) limits[key] = { min, max }
  })
  return limits
}

const byName = new Intl.Collator('tr', { numeric: true })

function placesOf(tanks: readonly TankWithoutCourse[]): Wall['places'] {
  const places = [...Map.groupBy(tanks, ({ place }) => place)].map(([name, of]) => ({ name, tanks: of.length }))
  return places.toSorted((a, b) =>
    a.name === null || b.name === null
      ? Number(a.name === null) - Number(b.name === null)
      : byName.compare(a.name, b.name),
  )
}

/** The overview also stands on screens that everybody can see, without a session: it names nobody, and repeats no note. */
export function withoutPeople(incident: Incident): Incident {
  const alarms = incident.alarms.map((alarm) => ({ ...alarm, acknowledged_by: null, note: null, shelve_reason: null }))
  return { ...incident, alarms }
}

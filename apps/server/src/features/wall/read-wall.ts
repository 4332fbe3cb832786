import type { Language } from '@dalyan/contracts/errors'
import type { Forewarning } from '@dalyan/contracts/forewarnings'
import type { Interruption } from '@dalyan/contracts/home'
import type { Incident } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import type { TankMode } from '@dalyan/contracts/tank-modes'
import type { Wall, WallTank } from '@dalyan/contracts/wall'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import type { NewestValues, ReadNewestValues } from './newest-values.ts'
import type { Sparks } from './sparks.ts'
import type { ShownTanks, TankSource, TankWithoutCourse } from './shown-tanks.ts'
import type { WallRepository, WallTerminal } from './wall.sql.ts'

export interface WallNeeds {
  clock: Clock
  wall: WallRepository
  readNewestValues: ReadNewestValues
  sparks: Sparks
  shownTanks: ShownTanks
  /** Data of other features, for many tanks at once. */
  modesOf: (tankIds: readonly number[], now: Instant) => Promise<Map<number, TankMode>>
  forewarningsOf: (tankIds: readonly number[], now: Instant) => Promise<Map<number, Forewarning[]>>
  openIncidents: (firms: FirmScope, language: Language) => Promise<readonly Incident[]>
  interruption: (now: Instant) => Promise<Interruption | null>
}

/** The overview of all tanks of these firms, or of the named ones among them, in a fixed number of statements. */
export async function readWall(
  needs: WallNeeds,
  firms: FirmScope,
  language: Language,
  tankIds?: readonly number[],
): Promise<
  Omit<Wall, 'tanks' | 'incidents'> & { tanks: readonly TankWithoutCourse[]; incidents: readonly Incident[] }
> {
  const [{ now, tanks, watched }, incidents, interruption] = await Promise.all([
    readWallTanks(needs, firms, tankIds),
    needs.openIncidents(firms, language),
    needs.interruption(instantAt(needs.clock.now())),
  ])
  const named = new Set(tankIds)
  await needs.sparks.prepare(tanks.flatMap(({ id, lead }) => (lead === null ? [] : { tank_id: id, metric: lead })))
  return {
    places: placesOf(tanks),
    tanks,
    incidents: tankIds ? incidents.filter((incident) => incident.tanks.some(({ id }) => named.has(id))) : incidents,
    watch: {
      watched,
      total: tanks.filter(({ status }) => status === 'active').length,
      checked_at: now,
      interruption,
    },
  }
}

/** The tanks of the overview alone, without their courses. `watched`: how many have a fresh value to which limits apply. */
export async function readWallTanks(
  needs: Omit<WallNeeds, 'sparks' | 'openIncidents' | 'interruption'>,
  firms: FirmScope,
  tankIds?: readonly number[],
): Promise<{ now: Instant; tanks: TankWithoutCourse[]; watched: number }> {
  const { clock, wall, shownTanks } = needs
  const now = clock.now()
  const scope = { firms, ids: tankIds }
  const listed = wall.listTanks(scope)
  const ids = listed.then((all) => all.map(({ id }) => id))
  const [tanks, modes, forewarnings, templates, newest, terminals, alarms] = await Promise.all([
    listed,
    ids.then((of) => needs.modesOf(of, instantAt(now))),
    ids.then((of) => needs.forewarningsOf(of, instantAt(now))),
    wall.listLimits(),
    needs.readNewestValues(scope, now),
    wall.listTerminals(scope),
    wall.listAlarms(scope),
  ])
  const terminalsOf = byTank(newest, terminals)
  const sources = tanks.map((tank) => ({
    tank,
    mode: modes.get(tank.id) ?? null,
    forewarning: nearest(forewarnings.get(tank.id) ?? []),
    alarms: alarms.get(tank.id) ?? [],
    terminals: terminalsOf(tank.id),
  }))
  const shown = shownTanks.show(sources, templates, now)
  return {
    now: instantAt(now),
    tanks: shown.map(({ tank }) => tank),
    watched: shown.filter(({ isWatched }) => isWatched).length,
  }
}

/** The terminals that measured a tank, then those that are on it and have not. */
function byTank({ ofTank, seenAt }: NewestValues, terminals: readonly WallTerminal[]) {
  const byId = new Map(terminals.map((terminal) => [terminal[0], terminal]))
  const assignedByTank = Map.groupBy(terminals, ([, tank]) => tank)
  return (tankId: number): TankSource['terminals'] => {
    const rows = ofTank.get(tankId) ?? []
    const measured = rows.flatMap(({ terminal_id, facts: values }) => {
      const terminal = byId.get(terminal_id)
      return terminal ? [{ terminal, seenAt: seenAt.get(terminal_id), values }] : []
    })
    const others = (assignedByTank.get(tankId) ?? []).filter(([id]) => rows.every((row) => row.terminal_id !== id))
    return [...measured, ...others.map((terminal) => ({ terminal, seenAt: seenAt.get(terminal[0]), values: null }))]
  }
}

/** The crossing expected first, without its course: the overview draws none. */
function nearest([first]: readonly Forewarning[]): WallTank['forewarning'] {
  if (!first) return null
  const { metric, kind, limit, since, predicted_at, expected_from, expected_to, trend_per_hour, made, came_true } =
    first
  return { metric, kind, limit, since, predicted_at, expected_from, expected_to, trend_per_hour, made, came_true }
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

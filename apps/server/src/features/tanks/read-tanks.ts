import { asPage } from '@dalyan/contracts/paging'
import type {
  LastMeasurement,
  Tank,
  TankListQuery,
  TankNeighbours,
  TankOrderQuery,
  TankPage,
  TerminalLatest,
} from '@dalyan/contracts/tanks'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { withoutVersion, type Versioned } from '../../core/versioned.ts'
import { tanksRepository, type BareTank } from './tanks.repository.ts'

interface Needs {
  database: Database
  clock: Clock
  /** Data of other features, each for many tanks at once. */
  templates: (ids: readonly number[]) => Promise<Map<number, NonNullable<Tank['range_template']>>>
  terminalsOn: (tankIds: readonly number[], now: string) => Promise<Map<number, Tank['iots']>>
  latestOf: (tankIds: readonly number[]) => Promise<Map<number, LastMeasurement>>
  latestByTerminal: (tankId: number) => Promise<TerminalLatest[]>
  openAlarmsOf: (tankIds: readonly number[]) => Promise<Map<number, Tank['open_alarms']>>
}

export interface TankReader {
  list(query: TankListQuery, firms: FirmScope): Promise<TankPage>
  find(id: number, firms: FirmScope): Promise<Tank | undefined>
  /** The tank with its version, for users who may edit it. */
  findVersioned(id: number, firms: FirmScope): Promise<Versioned<Tank> | undefined>
  /** The newest values of each of its terminals. */
  latest(id: number, firms: FirmScope): Promise<TerminalLatest[] | undefined>
  neighbours(id: number, query: TankOrderQuery, firms: FirmScope): Promise<TankNeighbours | undefined>
}

/** Tanks in wire format: a page costs one query of each kind, for any number of tanks. */
export function createTankReader({
  database,
  clock,
  templates,
  terminalsOn,
  latestOf,
  latestByTerminal,
  openAlarmsOf,
}: Needs): TankReader {
  async function withDetails(tanks: readonly BareTank[]): Promise<Versioned<Tank>[]> {
    const ids = tanks.map(({ id }) => id)
    const templateIds = [...new Set(tanks.flatMap(({ range_template_id }) => range_template_id ?? []))]
    const [ranges, terminals, latest, alarms] = await Promise.all([
      templates(templateIds),
      terminalsOn(ids, instantAt(clock.now())),
      latestOf(ids),
      openAlarmsOf(ids),
    ])
    return tanks.map(({ range_template_id, ...tank }) => ({
      ...tank,
      range_template: range_template_id === null ? null : (ranges.get(range_template_id) ?? null),
      iots: terminals.get(tank.id) ?? [],
      last_measurement: latest.get(tank.id) ?? null,
      open_alarms: alarms.get(tank.id) ?? [],
    }))
  }

  async function findVersioned(id: number, firms: FirmScope): Promise<Versioned<Tank> | undefined> {
    const bare = await tanksRepository(database).findById(id, firms)
    const [tank] = bare ? await withDetails([bare]) : []
    return tank
  }

  return {
    findVersioned,

    async list(query, firms) {
      const now = instantAt(clock.now())
      const { tanks, total, counts } = await tanksRepository(database).list(query, firms, now, withDetails)
      return { ...asPage(tanks, total, query), counts }
    },

    async latest(id, firms) {
      return (await tanksRepository(database).findById(id, firms)) && latestByTerminal(id)
    },

    async neighbours(id, query, firms) {
      const tanks = tanksRepository(database)
      return (await tanks.findById(id, firms)) && tanks.findNeighbours(id, query, firms, instantAt(clock.now()))
    },

    async find(id, firms) {
      const found = await findVersioned(id, firms)
      return found && withoutVersion(found)
    },
  }
}

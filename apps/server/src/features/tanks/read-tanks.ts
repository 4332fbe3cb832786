import { asPage } from '@dalyan/contracts/paging'
import type { LastMeasurement, Tank, TankListQuery, TankPage, TerminalLatest } from '@dalyan/contracts/tanks'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import type { Versioned } from '../../core/records.ts'
import type { assignmentsRepository } from '../terminals/assignments.sql.ts'
import { tankModesRepository } from './tank-modes.repository.ts'
import { tanksRepository, type BareTank } from './tanks.repository.ts'

export interface TankReadNeeds extends Pick<Basics, 'database' | 'clock'> {
  assignments: typeof assignmentsRepository
  /** Data of other features, each for many tanks at once. */
  templates: (ids: readonly number[]) => Promise<Map<number, NonNullable<Tank['range_template']>>>
  latestOf: (tankIds: readonly number[]) => Promise<Map<number, LastMeasurement>>
  latestByTerminal: (tankId: number) => Promise<TerminalLatest[]>
  openAlarmsOf: (tankIds: readonly number[]) => Promise<Map<number, Tank['open_alarms']>>
}

export async function listTanks(needs: TankReadNeeds, query: TankListQuery, firms: FirmScope): Promise<TankPage> {
  const now = instantAt(needs.clock.now())
  const { reads } = needs.database
  const { tanks, total, counts } = await tanksRepository(reads).list(query, firms, now, (page) =>
    withDetails({ ...needs, database: reads }, page),
  )
  return { ...asPage(tanks, total, query), counts }
}

export async function findTank(
  needs: TankReadNeeds,
  id: number,
  firms: FirmScope,
): Promise<Versioned<Tank> | undefined> {
  const bare = await tanksRepository(needs.database).findById(id, firms)
  const [tank] = bare ? await withDetails(needs, [bare]) : []
  return tank
}

/** Tanks in wire format: a page costs one query of each kind, for any number of tanks. */
async function withDetails(
  {
    database,
    clock,
    assignments,
    templates,
    latestOf,
    openAlarmsOf,
  }: Omit<TankReadNeeds, 'database'> & { database: Connection },
  tanks: readonly BareTank[],
): Promise<Versioned<Tank>[]> {
  const ids = tanks.map(({ id }) => id)
  const templateIds = [...new Set(tanks.flatMap(({ range_template_id }) => range_template_id ?? []))]
  const now = instantAt(clock.now())
  const [ranges, terminals, latest, alarms, modes] = await Promise.all([
    templates(templateIds),
    assignments(database).findShownOnTanks(ids, now),
    latestOf(ids),
    openAlarmsOf(ids),
    tankModesRepository(database).findRunning(ids, now),
  ])
  return tanks.map(({ range_template_id, ...tank }) => ({
    ...tank,
    range_template: range_template_id === null ? null : (ranges.get(range_template_id) ?? null),
    iots: terminals.get(tank.id) ?? [],
    last_measurement: latest.get(tank.id) ?? null,
    open_alarms: alarms.get(tank.id) ?? [],
    mode: modes.get(tank.id) ?? null,
  }))
}

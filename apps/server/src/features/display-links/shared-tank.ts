import type { Series } from '@dalyan/contracts/measurements'
import type { SharedHours, SharedTank } from '@dalyan/contracts/shared-tanks'
import type { Tank, TerminalLatest } from '@dalyan/contracts/tanks'
import type { WallTank } from '@dalyan/contracts/wall'
import type { Clock } from '../../core/clock.ts'
import { AppError } from '../../core/errors.ts'
import type { LinkedTank } from '../../core/http/signed-in.ts'

const HOUR_MS = 3_600_000
const POINTS = 400

export interface SharedTankNeeds {
  clock: Clock
  findTank: (id: number) => Promise<Tank | undefined>
  latestByTerminal: (tankId: number) => Promise<TerminalLatest[]>
  /** The tank as the overview shows it; undefined: it is deleted. */
  findState: (id: number) => Promise<Pick<WallTank, 'state' | 'since'> | undefined>
  /** `from` and `to` in epoch milliseconds. */
  readSeries: (tankId: number, window: { from: number; to: number; points: number }) => Promise<Series>
}

/** What the link of a tank shows. @throws 401 as for an ended link, should the tank be deleted meanwhile */
export async function readSharedTank(needs: SharedTankNeeds, { id, expires_at }: LinkedTank): Promise<SharedTank> {
  const [tank, shown] = await Promise.all([needs.findTank(id), needs.findState(id)])
  if (!tank || !shown) throw new AppError(401, 'unauthenticated')
  const latest = tank.iots.length > 1 ? await needs.latestByTerminal(id) : []
  return { ...withoutOwners(tank, latest), state: shown.state, since: shown.since, expires_at }
}

export async function readSharedSeries(
  { clock, readSeries }: SharedTankNeeds,
  tank: LinkedTank,
  hours: SharedHours,
): Promise<Series> {
  const to = clock.now()
  return readSeries(tank.id, { from: to - Number(hours) * HOUR_MS, to, points: POINTS })
}

type VisibleTank = Omit<SharedTank, 'state' | 'since' | 'expires_at'>

/** The tank with its terminals counted from 1 instead of named. The reply's shape leaves out notes, users and ids of records. */
function withoutOwners(tank: Tank, latest: readonly TerminalLatest[]): VisibleTank {
  const numberOf = new Map(tank.iots.map(({ id }, i) => [id, i + 1]))
  const counted = <Values>(values: Values): Values =>
    JSON.parse(JSON.stringify(values), (key, value: unknown) =>
      key === 'iot_id' && typeof value === 'number' ? (numberOf.get(value) ?? 0) : value,
    ) as Values
  return {
    ...tank,
    iots: tank.iots.map(({ status, stale_after_seconds }, i) => ({ id: i + 1, status, stale_after_seconds })),
    last_measurement: counted(tank.last_measurement),
    latest: counted([...latest]),
  }
}

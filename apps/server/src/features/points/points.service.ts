import type { Points } from '@dalyan/contracts/points'
import type { Connection, Database } from '../../core/database/database.ts'
import type { FirmScope, SignedIn } from '../../core/http/signed-in.ts'
import type { settingsRepository } from '../settings/settings.repository.ts'
import { pointsRepository } from './points.repository.ts'

// The points that firms earn by delivered orders.

type PointsCaller = Pick<SignedIn, 'firm_id' | 'firms'>

/** Credits points at the current rate. Call it in the transaction that delivers the order. */
export async function earnPoints(
  settings: typeof settingsRepository,
  on: Connection,
  { id, firm_id }: { id: number; firm_id: number },
  at: string,
): Promise<void> {
  const points = await settings(on).get('points_per_delivered_order')
  if (points === 0) return
  await pointsRepository(on).insert({ firm_id, points, reason: 'order_delivered', order_id: id, created_at: at })
}

export function pointBalance(database: Database, caller: PointsCaller): Promise<number> {
  return pointsRepository(database).balanceOf(shownOf(caller, undefined))
}

export async function listPoints(
  database: Database,
  caller: PointsCaller,
  firmId: number | undefined,
): Promise<Points> {
  const firms = shownOf(caller, firmId)
  const points = pointsRepository(database)
  const [balance, data] = await Promise.all([points.balanceOf(firms), points.findNewest(firms)])
  return { balance, data }
}

/** The named firm if the caller may see it, else none. Without a name the caller's own firm, or all firms if the caller may see all. */
function shownOf({ firms, firm_id }: PointsCaller, named: number | undefined): FirmScope {
  if (named !== undefined) return firms === 'all' || firms.includes(named) ? [named] : []
  if (firms === 'all') return 'all'
  return firm_id === null ? [] : [firm_id]
}

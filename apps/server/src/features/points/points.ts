import type { Points } from '@dalyan/contracts/points'
import type { Connection, Database } from '../../core/database/database.ts'
import type { FirmScope, SignedIn } from '../../core/http/signed-in.ts'
import type { settingsRepository } from '../settings/settings.repository.ts'
import { pointsRepository } from './points.repository.ts'

interface Needs {
  database: Database
  settings: typeof settingsRepository
}

type PointsCaller = Pick<SignedIn, 'firm_id' | 'firms'>

export type PointsLedger = ReturnType<typeof createPointsLedger>

/** What firms earn by their orders, and what they have. */
export function createPointsLedger({ database, settings }: Needs) {
  /** The named firm if the caller may see it; else his own, or all firms for a caller who sees everything. */
  function shownOf({ firms, firm_id }: PointsCaller, named: number | undefined): FirmScope {
    if (named !== undefined) return firms === 'all' || firms.includes(named) ? [named] : []
    if (firms === 'all') return 'all'
    return firm_id === null ? [] : [firm_id]
  }

  return {
    /** Inside the transaction that delivers the order, at the rate of now. */
    async earn(on: Connection, { id, firm_id }: { id: number; firm_id: number }, at: string): Promise<void> {
      const points = await settings(on).get('points_per_delivered_order')
      if (points === 0) return
      const entry = { firm_id, points, reason: 'order_delivered', order_id: id, created_at: at }
      await pointsRepository(on).insert(entry)
    },

    balanceOf: (caller: PointsCaller) => pointsRepository(database).balanceOf(shownOf(caller, undefined)),

    async list(caller: PointsCaller, firmId: number | undefined): Promise<Points> {
      const firms = shownOf(caller, firmId)
      const points = pointsRepository(database)
      const [balance, data] = await Promise.all([points.balanceOf(firms), points.findNewest(firms)])
      return { balance, data }
    },
  }
}

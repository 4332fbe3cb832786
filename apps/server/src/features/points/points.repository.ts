import type { Instant } from '@dalyan/contracts/instant'
import type { PointEntry } from '@dalyan/contracts/points'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { isInFirms } from '../../core/database/list.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'

const SHOWN = 200

/** The entries of points that firms earned. */
export function pointsRepository({ db }: Pick<Connection, 'db'>) {
  return {
    /** An order earns points once, however often it is reported as delivered. */
    async insert(entry: {
      firm_id: number
      points: number
      reason: string
      order_id: number
      created_at: Instant
    }): Promise<void> {
      await db
        .insertInto('points')
        .values(entry)
        .onConflict((conflict) => conflict.column('order_id').doNothing())
        .execute()
    },

    async balanceOf(firms: FirmScope): Promise<number> {
      const { balance } = await db
        .selectFrom('points')
        .select(sql<number>`coalesce(sum(points), 0)::bigint`.as('balance'))
        .where(isInFirms('firm_id', firms))
        .executeTakeFirstOrThrow()
      return balance
    },

    /** Newest first. */
    findNewest: (firms: FirmScope): Promise<PointEntry[]> =>
      db
        .selectFrom('points')
        .select(['points', 'reason', 'order_id', 'created_at'])
        .where(isInFirms('firm_id', firms))
        .orderBy('id', 'desc')
        .limit(SHOWN)
        .execute(),
  }
}

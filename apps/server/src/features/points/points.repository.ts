import type { Instant } from '@dalyan/contracts/instant'
import type { PointEntry } from '@dalyan/contracts/points'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'

const SHOWN = 200

function ofFirms(firms: FirmScope): RawBuilder<SqlBool> {
  return firms === 'all' ? sql`true` : sql`firm_id = any(${[...firms]}::int[])`
}

/** What firms earned, entry by entry. */
export function pointsRepository({ db }: Pick<Connection, 'db'>) {
  return {
    /** An order earns once, however often it is told. */
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
      const { rows } = await sql<{ balance: number }>`
        select coalesce(sum(points), 0)::bigint as balance from points where ${ofFirms(firms)}`.execute(db)
      return rows[0]?.balance ?? 0
    },

    /** The newest first. */
    async findNewest(firms: FirmScope): Promise<PointEntry[]> {
      const { rows } = await sql<PointEntry>`select points, reason, order_id, created_at from points
        where ${ofFirms(firms)} order by id desc limit ${SHOWN}`.execute(db)
      return rows
    },
  }
}

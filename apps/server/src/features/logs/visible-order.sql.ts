import type { Instant } from '@dalyan/contracts/instant'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Connection } from '../../core/database/database.ts'

// SQL text: the query builder does not support transaction ids and snapshots.

const NEWEST_XID = '18446744073709551615'

/** Every log with its column of ids. */
export const LOG_KEYS = { terminal_logs: 'id', tank_logs: 'id', server_logs: 'seq', audit_logs: 'id' } as const
export type LogTableName = keyof typeof LOG_KEYS

/** A position in the order in which rows become visible. */
export interface Mark {
  xid: string
  id: number
}

/**
 * The order in which the rows of a log become visible. Ids do not show it: of two writers, the later id may commit
 * first. But a transaction that commits after a snapshot has an xid not below the snapshot's xmin; so below xmin, in
 * the order (xid, id), no row appears before one that was already read. The log has the alias `l` in every statement.
 */
export function visibleOrder(table: LogTableName, db: Connection['db']) {
  const rows = sql.table(table)
  const id = sql.ref(LOG_KEYS[table])
  const isSettled = sql<SqlBool>`l.xid < pg_snapshot_xmin(pg_current_snapshot())`

  return {
    order: sql`l.xid, l.${id}`,

    /** The position of the row with this id; 0: before all rows. For a removed row: just before the next existing one. */
    async find(after: number): Promise<Mark> {
      if (after === 0) return { xid: '0', id: 0 }
      const found = await sql<Mark>`select xid, case when ${id} = ${after} then ${id} else ${id} - 1 end as id
        from ${rows} where ${id} >= ${after} order by ${rows}.${id} limit 1`.execute(db)
      return found.rows[0] ?? { xid: NEWEST_XID, id: 0 }
    },

    isBehind: (mark: Mark): RawBuilder<SqlBool> =>
      sql`(l.xid, l.${id}) > (${mark.xid}::xid8, ${mark.id}::bigint) and ${isSettled}`,

    /**
     * The last row after which no other can appear before it; 0: none. A view that reads a page after this call and
     * follows from here misses no row.
     */
    async last(): Promise<number> {
      const found = await sql<{ id: number }>`select l.${id} as id from ${rows} l where ${isSettled}
        order by l.xid desc, l.${id} desc limit 1`.execute(db)
      return found.rows[0]?.id ?? 0
    },
  }
}

/** Removes at most `most` of a log's oldest rows from before an instant. @returns the number removed. */
export async function removeOlder(
  table: LogTableName,
  { before, most }: { before: Instant; most: number },
  { db }: Pick<Connection, 'db'>,
): Promise<number> {
  const rows = sql.table(table)
  const { numAffectedRows } = await sql`delete from ${rows} where ctid = any(array(
    select ctid from ${rows} where created_at < ${before}::timestamptz order by created_at limit ${most}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Lets followers continue after a backup was restored into another PostgreSQL: its rows have xids of that other one, possibly
 * ahead of this one's, and are moved before all new ones. Otherwise it finds no rows, by index.
 */
export async function settleRestored({ db }: Pick<Connection, 'db'>): Promise<void> {
  for (const table of Object.keys(LOG_KEYS))
    await sql`update ${sql.table(table)} set xid = '3' where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
}

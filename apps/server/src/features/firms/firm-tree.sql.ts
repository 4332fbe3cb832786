import type { Dependent } from '@dalyan/contracts/errors'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'

// SQL text, because the query builder expresses recursive queries and unions of limited parts poorly.

export function firmTree({ db }: Pick<Connection, 'db'>) {
  return {
    /** A firm and all firms below it: users of the firm see their records. */
    async idsFrom(firmId: number): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        with recursive below as (
          select ${firmId}::int as id
          union select firms.id from firms join below on firms.parent_id = below.id
        ) select id from below order by id`.execute(db)
      return rows.map((row) => row.id)
    },

    /**
     * Records that belong to a firm, by the names that users know: live tanks and firms by code, users by name; at most
     * `limit` of each kind.
     */
    async findDependents(id: number, limit: number): Promise<Dependent[]> {
      const { rows } = await sql<Dependent>`
        (select 'tank' as kind, id, code as name from tanks where firm_id = ${id} and status <> 'deleted' order by code limit ${limit})
        union all (select 'firm', id, code from firms where parent_id = ${id} and status <> 'deleted' order by code limit ${limit})
        union all (select 'user', id, name from users where firm_id = ${id} and deleted_at is null order by name limit ${limit})
      `.execute(db)
      return rows
    },
  }
}

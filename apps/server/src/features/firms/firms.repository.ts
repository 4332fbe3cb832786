import type { FirmRef } from '@dalyan/contracts/users'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'

export interface NewFirm {
  code: string
  name: string
  type: 'grower' | 'distributor' | 'restaurant'
  parent_id: number | null
}

/** Growers, distributors and restaurants. */
export const firmsRepository = {
  async insert(on: Connection, firm: NewFirm): Promise<{ id: number }> {
    return on.db.insertInto('firms').values(firm).returning('id').executeTakeFirstOrThrow()
  },

  /** A firm and all below it: what its people see. */
  async idsFrom(on: Connection, firmId: number): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      with recursive below as (
        select ${firmId}::int as id
        union select firms.id from firms join below on firms.parent_id = below.id
      ) select id from below order by id`.execute(on.db)
    return rows.map((row) => row.id)
  },

  /** A firm that is not deleted; until the transaction's end nobody deletes it. */
  async findRef(on: Connection, id: number): Promise<FirmRef | undefined> {
    return on.db
      .selectFrom('firms')
      .select(['id', 'code', 'name'])
      .where('id', '=', id)
      .where('status', '<>', 'deleted')
      .forKeyShare()
      .executeTakeFirst()
  },
}

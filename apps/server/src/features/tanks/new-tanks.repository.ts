import type { Instant } from '@dalyan/contracts/instant'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import type { TankColumns } from './tanks.repository.ts'

/** Where tanks begin, one or a thousand at a time. */
export function newTanksRepository({ db }: Pick<Connection, 'db'>) {
  return {
    /** Live tanks by their codes. */
    async findByCode(codes: readonly string[]): Promise<Map<string, { id: number; code: string }>> {
      const { rows } = await sql<{ id: number; code: string }>`
        select id, code from tanks where code = any(${[...codes]}::text[]) and status <> 'deleted'`.execute(db)
      return new Map(rows.map((tank) => [tank.code, tank]))
    },

    /** Leaves out what another live tank has the code of. @returns ids by code. */
    async insertMany(tanks: readonly TankColumns[], by: number, at: Instant): Promise<Map<string, number>> {
      const stamps = { last_modified_by: by, last_action_at: at, created_at: at, updated_at: at }
      const rows = await db
        .insertInto('tanks')
        .values(tanks.map((columns) => ({ ...columns, ...stamps })))
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'code'])
        .execute()
      return new Map(rows.map(({ id, code }) => [code, id]))
    },
  }
}

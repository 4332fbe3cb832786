import type { Dependent } from '@dalyan/contracts/errors'
import type { Firm, FirmStatus, FirmType } from '@dalyan/contracts/firms'
import type { Instant } from '@dalyan/contracts/instant'
import type { FirmRef } from '@dalyan/contracts/users'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { orIfTaken } from '../../core/database/unique-violation.ts'
import { AppError } from '../../core/errors.ts'
import type { Versioned } from '../../core/versioned.ts'
import { SELECT_FIRMS, type FirmRow } from './firm-rows.repository.ts'

/** The columns that people write. */
export interface FirmColumns {
  code: string
  name: string
  type: FirmType
  status: FirmStatus
  parent_id: number | null
  notes: string | null
  phone: string | null
  city: string | null
  province: string | null
  district: string | null
  neighborhood: string | null
  country: string | null
  postal_code: string | null
}

export type NewFirm = Pick<FirmColumns, 'code' | 'name' | 'type' | 'parent_id'> & Partial<FirmColumns>

/** Growers, distributors and restaurants. */
export function firmsRepository({ db }: Connection) {
  return {
    async findById(id: number): Promise<Versioned<Firm> | undefined> {
      const { rows } = await sql<FirmRow>`${SELECT_FIRMS} where f.id = ${id}`.execute(db)
      return rows[0]
    },

    /** A firm that is not deleted; until the transaction's end nobody deletes it. */
    async findRef(id: number): Promise<FirmRef | undefined> {
      return db
        .selectFrom('firms')
        .select(['id', 'code', 'name'])
        .where('id', '=', id)
        .where('status', '<>', 'deleted')
        .forKeyShare()
        .executeTakeFirst()
    },

    /** By their codes, firms that are not deleted; until the transaction's end nobody deletes them. */
    async findIdsByCode(codes: readonly string[]): Promise<Map<string, number>> {
      const { rows } = await sql<{ id: number; code: string }>`
      select id, code from firms where code = any(${[...codes]}::text[]) and status <> 'deleted' for key share`.execute(
        db,
      )
      return new Map(rows.map(({ id, code }) => [code, id]))
    },

    /** A firm and all below it: what its people see. */
    async idsFrom(firmId: number): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
      with recursive below as (
        select ${firmId}::int as id
        union select firms.id from firms join below on firms.parent_id = below.id
      ) select id from below order by id`.execute(db)
      return rows.map((row) => row.id)
    },

    /** Until the transaction's end, nobody else changes which firm hangs on which. */
    async lockTree(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('firms', 0))`.execute(db)
    },

    /** What people may change; until the transaction's end nobody else changes it, or hangs something on it. */
    async lockById(id: number): Promise<(Versioned<FirmColumns> & { id: number }) | undefined> {
      return db
        .selectFrom('firms')
        .select(['id', 'version', 'code', 'name', 'type', 'status', 'parent_id', 'notes', 'phone', 'city', 'province'])
        .select(['district', 'neighborhood', 'country', 'postal_code'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    },

    /** What hangs on a firm, as people call it: live tanks and firms by code, users by name; at most `limit` of each. */
    async findDependents(id: number, limit: number): Promise<Dependent[]> {
      const { rows } = await sql<Dependent>`
      (select 'tank' as kind, id, code as name from tanks where firm_id = ${id} and status <> 'deleted' order by code limit ${limit})
      union all (select 'firm', id, code from firms where parent_id = ${id} and status <> 'deleted' order by code limit ${limit})
      union all (select 'user', id, name from users where firm_id = ${id} and deleted_at is null order by name limit ${limit})
    `.execute(db)
      return rows
    },

    /** Its own live tanks. */
    async findTankIds(id: number): Promise<number[]> {
      const rows = await db
        .selectFrom('tanks')
        .select('id')
        .where('firm_id', '=', id)
        .where('status', '<>', 'deleted')
        .execute()
      return rows.map((row) => row.id)
    },

    /** @throws 409 `code_taken` when a live firm has the code. */
    async insert(firm: NewFirm, by: number | null = null): Promise<{ id: number }> {
      const insert = db
        .insertInto('firms')
        .values({ ...firm, edited_by: by })
        .returning('id')
      return orIfTaken(insert.executeTakeFirstOrThrow(), codeTaken)
    },

    /** @throws 409 `code_taken` when another live firm has the code. */
    async update(id: number, firm: FirmColumns, by: number, at: Instant): Promise<void> {
      const update = db
        .updateTable('firms')
        .set((set) => ({ ...firm, edited_by: by, updated_at: at, version: set('version', '+', 1) }))
        .where('id', '=', id)
      await orIfTaken(update.execute(), codeTaken)
    },
  }
}

function codeTaken(): AppError {
  return new AppError(409, 'code_taken', { fields: { code: 'code_taken' } })
}

import type { Firm, FirmStatus, FirmType } from '@dalyan/contracts/firms'
import type { Instant } from '@dalyan/contracts/instant'
import type { FirmRef } from '@dalyan/contracts/users'
import type { Connection } from '../../core/database/database.ts'
import { lockUntilCommit } from '../../core/database/lock-until-commit.ts'
import { orIfTaken } from '../../core/database/unique-violation.ts'
import { AppError } from '../../core/errors.ts'
import type { Versioned } from '../../core/versioned.ts'
import { findFirm } from './firm-lists.repository.ts'
import { firmTree } from './firm-tree.sql.ts'

/** The columns that users edit. */
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
export function firmsRepository({ db }: Pick<Connection, 'db'>) {
  return {
    findById: (id: number): Promise<Versioned<Firm> | undefined> => findFirm({ db }, id),

    /** A firm that is not deleted, locked against deletion until the transaction ends. */
    async findRef(id: number): Promise<FirmRef | undefined> {
      return db
        .selectFrom('firms')
        .select(['id', 'code', 'name'])
        .where('id', '=', id)
        .where('status', '<>', 'deleted')
        .forKeyShare()
        .executeTakeFirst()
    },

    /** Ids by code of firms that are not deleted, locked against deletion until the transaction ends. */
    async findIdsByCode(codes: readonly string[]): Promise<Map<string, number>> {
      if (codes.length === 0) return new Map()
      const rows = await db
        .selectFrom('firms')
        .select(['id', 'code'])
        .where('code', 'in', codes)
        .where('status', '<>', 'deleted')
        .forKeyShare()
        .execute()
      return new Map(rows.map(({ id, code }) => [code, id]))
    },

    ...firmTree({ db }),

    /** Locks the tree of firms against other changes until the transaction ends. */
    lockTree: (): Promise<void> => lockUntilCommit({ db }, 'firms'),

    /** The editable columns, locked against other changes and against new dependents until the transaction ends. */
    async lockById(id: number): Promise<(Versioned<FirmColumns> & { id: number }) | undefined> {
      return db
        .selectFrom('firms')
        .select(['id', 'version', 'code', 'name', 'type', 'status', 'parent_id', 'notes', 'phone', 'city', 'province'])
        .select(['district', 'neighborhood', 'country', 'postal_code'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    },

    /** The firm's own live tanks. */
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

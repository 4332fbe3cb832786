import type { Firm, FirmListQuery } from '@dalyan/contracts/firms'
import type { Instant } from '@dalyan/contracts/instant'
import type { Page } from '@dalyan/contracts/paging'
import type { FirmRef } from '@dalyan/contracts/users'
import { sql, type Selectable } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { createList, isFound, isOneOf, refOf } from '../../core/database/list.ts'
import { lockUntilCommit } from '../../core/database/lock-until-commit.ts'
import type { VersionColumns } from '../../core/database/schema-columns.ts'
import type { Schema } from '../../core/database/schema.ts'
import { orIfTaken } from '../../core/database/unique-violation.ts'
import { codeTaken } from '../../core/errors.ts'
import type { Versioned } from '../../core/records.ts'
import { firmTree } from './firm-tree.sql.ts'

/** The columns that users edit. */
export type FirmColumns = Omit<Selectable<Schema['firms']>, 'id' | 'edited_by' | keyof VersionColumns>

/** The editable columns of a locked firm. */
export type LockedFirm = Versioned<FirmColumns> & { id: number }

export type NewFirm = Pick<FirmColumns, 'code' | 'name' | 'type' | 'parent_id'> & Partial<FirmColumns>

const SEARCHED = { table: 'firms' }

const FIRMS = createList<FirmListQuery, Versioned<Firm>>({
  from: 'firms f',
  id: 'f.id',
  columns: `f.id, f.code, f.name, f.type, f.status, f.notes, f.phone, f.city, f.province, f.district, f.neighborhood, f.country, f.postal_code,
    f.created_at, f.updated_at, f.version,
    ${refOf('p', 'code', 'name')} as parent,
    ${refOf('u', 'name')} as edited_by,
    (select count(*) from tanks k where k.firm_id = f.id and k.status <> 'deleted') as tanks_count`,
  joins: 'left join firms p on p.id = f.parent_id left join users u on u.id = f.edited_by',
  isLive: "f.status <> 'deleted'",
  filters: {
    search: isFound('f.id', SEARCHED),
    filter_city: isFound('f.id', SEARCHED, 's.city'),
    filter_province: isFound('f.id', SEARCHED, 's.province'),
    filter_status: isOneOf('f.status'),
    filter_type: isOneOf('f.type'),
  },
  sorts: {
    id: 'f.id',
    code: 'f.code',
    name: 'f.name collate "tr-x-icu"',
    type: 'f.type',
    status: 'f.status',
    city: 'f.city collate "tr-x-icu"',
    province: 'f.province collate "tr-x-icu"',
    created_at: 'f.created_at',
    updated_at: 'f.updated_at',
  },
  defaultSort: [{ field: 'code', descending: false }],
})

/** Growers, distributors and restaurants. */
export function firmsRepository({ db }: Pick<Connection, 'db'>) {
  return {
    list: (query: FirmListQuery): Promise<Page<Firm>> => FIRMS.readPage({ db }, query, FIRMS.conditionOf(query)),

    async findById(id: number): Promise<Versioned<Firm> | undefined> {
      const [firm] = await FIRMS.find({ db }, sql`f.id = ${id}`)
      return firm
    },

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

    /**
     * Ids of firms by code, or else by name, as given; null: several firms have this name. Of firms that are not deleted, locked against
     * deletion until the transaction ends.
     */
    async findIdsNamed(given: readonly string[]): Promise<Map<string, number | null>> {
      const byCode = await db
        .selectFrom('firms')
        .select(['id', 'code'])
        .where('code', '=', sql<string>`any(${[...given]}::text[])`)
        .where('status', '<>', 'deleted')
        .forKeyShare()
        .execute()
      const found = new Map<string, number | null>(byCode.map(({ id, code }) => [code, id]))
      const names = given.filter((text) => !found.has(text))
      if (names.length === 0) return found
      const byName = await db
        .selectFrom('firms as f')
        .innerJoin(sql<{ asked: string }>`unnest(${names}::text[])`.as<'given'>(sql`given(asked)`), (join) =>
          join.on(sql`fold_text(f.name)`, '=', sql`fold_text(given.asked)`),
        )
        .select(['f.id', 'given.asked'])
        .where('f.status', '<>', 'deleted')
        .forKeyShare('f')
        .execute()
      for (const { id, asked } of byName) found.set(asked, found.has(asked) ? null : id)
      return found
    },

    ...firmTree({ db }),

    /** Locks the tree of firms against other changes until the transaction ends. */
    lockTree: (): Promise<void> => lockUntilCommit({ db }, 'firms'),

    /** The editable columns, locked against other changes and against new dependents until the transaction ends. */
    async lockById(id: number): Promise<LockedFirm | undefined> {
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

import type { RangeTemplate, RangeTemplateListQuery } from '@dalyan/contracts/range-templates'
import { asPage, type Page } from '@dalyan/contracts/paging'
import type { Tank } from '@dalyan/contracts/tanks'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { containsFolded } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { orderBy } from '../../core/database/order-by.ts'
import { orIfTaken } from '../../core/database/unique-violation.ts'
import { AppError } from '../../core/errors.ts'
import type { Versioned } from '../../core/versioned.ts'
import { rangesOf, type LimitColumns } from './ranges.ts'

export interface TemplateColumns extends LimitColumns {
  name: string
  active: boolean
  delay_seconds: number
}

type Row = Versioned<Omit<RangeTemplate, 'ranges'>> & LimitColumns

const SELECT =
  sql.raw(`select r.id, r.name, r.active, r.delay_seconds, r.updated_at, r.version, r.lo, r.hi, r.critical_lo, r.critical_hi, r.severity,
(select count(*) from tanks k where k.range_template_id = r.id and k.status <> 'deleted') as tanks_count from range_templates r`)

const SORTS = {
  id: 'r.id',
  name: 'r.name collate "tr-x-icu"',
  active: 'r.active',
  updated_at: 'r.updated_at',
  tanks_count: 'tanks_count',
} as const

/** Limits per metric that tanks share. */
export function rangeTemplatesRepository({ db }: Pick<Connection, 'db'>) {
  const nameTaken = () => new AppError(409, 'template_name_taken', { fields: { name: 'template_name_taken' } })

  async function findRows(where: RawBuilder<SqlBool>): Promise<Versioned<RangeTemplate>[]> {
    const { rows } = await sql<Row>`${SELECT} where r.deleted_at is null and ${where}`.execute(db)
    return rows.map(asTemplate)
  }

  return {
    async list(query: RangeTemplateListQuery): Promise<Page<RangeTemplate>> {
      const wanted: RawBuilder<unknown>[] = [sql`r.deleted_at is null`]
      if (query.search !== undefined) wanted.push(containsFolded(sql.ref('r.name'), query.search))
      if (query.filter_name !== undefined) wanted.push(containsFolded(sql.ref('r.name'), query.filter_name))
      if (query.filter_active !== undefined) wanted.push(sql`r.active = ${query.filter_active}`)
      const where = sql.join(wanted, sql` and `)
      const order = orderBy(SORTS, query.sort ?? [{ field: 'name', descending: false }])
      const offset = (query.page - 1) * query.per_page
      const [page, count] = await Promise.all([
        sql<Row>`${SELECT} where ${where} order by ${order} limit ${query.per_page} offset ${offset}`.execute(db),
        sql<{ n: number }>`select count(*) as n from range_templates r where ${where}`.execute(db),
      ])
      return asPage(page.rows.map(asTemplate), count.rows[0]?.n ?? 0, query)
    },

    async findById(id: number): Promise<Versioned<RangeTemplate> | undefined> {
      const [template] = await findRows(sql`r.id = ${id}`)
      return template
    },

    /** What tanks show of their templates. */
    async findRefs(ids: readonly number[]): Promise<Map<number, NonNullable<Tank['range_template']>>> {
      if (ids.length === 0) return new Map()
      const templates = await findRows(sql`r.id = any(${[...ids]}::int[])`)
      return new Map(templates.map(({ id, name, active, ranges }) => [id, { id, name, active, ranges }]))
    },

    /** The live tanks that use it. */
    async findTanks(id: number): Promise<{ id: number; code: string }[]> {
      return db
        .selectFrom('tanks')
        .select(['id', 'code'])
        .where('range_template_id', '=', id)
        .where('status', '<>', 'deleted')
        .orderBy('code')
        .execute()
    },

    /** Whether a tank may be given it; nobody deletes it until the transaction's end. */
    async isThere(id: number): Promise<boolean> {
      const row = await db
        .selectFrom('range_templates')
        .select('id')
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forKeyShare()
        .executeTakeFirst()
      return row !== undefined
    },

    /** Of these names (as `fold_text` compares them) the templates that tanks may be given; nobody deletes them until the transaction's end. */
    async findIdsByName(names: readonly string[]): Promise<Map<string, number>> {
      const { rows } = await sql<{ id: number; asked: string }>`
        select r.id, asked from unnest(${[...names]}::text[]) asked
        join range_templates r on fold_text(r.name) = fold_text(asked) and r.deleted_at is null for key share of r`.execute(
        db,
      )
      return new Map(rows.map(({ id, asked }) => [asked, id]))
    },

    async remove(id: number, by: number, at: string): Promise<void> {
      await db
        .updateTable('range_templates')
        .set((set) => ({ edited_by: by, deleted_at: at, updated_at: at, version: set('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    /** Until the transaction's end nobody else changes it. */
    async lock(id: number): Promise<void> {
      await db.selectFrom('range_templates').select('id').where('id', '=', id).forUpdate().execute()
    },

    async insert(columns: TemplateColumns, by: number): Promise<number> {
      const insert = db
        .insertInto('range_templates')
        .values({ ...columns, edited_by: by })
        .returning('id')
      return (await orIfTaken(insert.executeTakeFirstOrThrow(), nameTaken)).id
    },

    async update(id: number, columns: TemplateColumns, by: number, at: string): Promise<void> {
      const update = db
        .updateTable('range_templates')
        .set((set) => ({ ...columns, edited_by: by, updated_at: at, version: set('version', '+', 1) }))
        .where('id', '=', id)
      await orIfTaken(update.execute(), nameTaken)
    },
  }
}

function asTemplate({ lo, hi, critical_lo, critical_hi, severity, ...template }: Row): Versioned<RangeTemplate> {
  return { ...template, ranges: rangesOf({ lo, hi, critical_lo, critical_hi, severity }) }
}

import {
  MOST_VERSIONS,
  type RangeTemplate,
  type RangeTemplateListQuery,
  type RangeTemplateVersion,
} from '@dalyan/contracts/range-templates'
import type { Page } from '@dalyan/contracts/paging'
import type { Tank, TankStatus } from '@dalyan/contracts/tanks'
import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { contains, createList, equals } from '../../core/database/list.ts'
import { runPrepared } from '../../core/database/prepared.ts'
import { orIfTaken } from '../../core/database/unique-violation.ts'
import { conflictingField } from '../../core/errors.ts'
import type { Versioned } from '../../core/records.ts'
import { rangesOf, type LimitColumns } from './range-templates.rules.ts'

export interface TemplateColumns extends LimitColumns {
  name: string
  active: boolean
  delay_seconds: number
}

type TemplateRow = Versioned<Omit<RangeTemplate, 'ranges'>> & LimitColumns

const TANKS_COUNT = `(select count(*) from tanks k where k.range_template_id = r.id and k.status <> 'deleted')`

const TEMPLATES = createList<RangeTemplateListQuery, TemplateRow>({
  from: 'range_templates r',
  id: 'r.id',
  columns: `r.id, r.name, r.active, r.delay_seconds, r.updated_at, r.version, r.lo, r.hi, r.critical_lo, r.critical_hi, r.severity,
    ${TANKS_COUNT} as tanks_count`,
  isLive: 'r.deleted_at is null',
  filters: {
    search: contains('r.name'),
    filter_name: contains('r.name'),
    filter_active: equals('r.active'),
  },
  sorts: {
    id: 'r.id',
    name: 'r.name collate "tr-x-icu"',
    active: 'r.active',
    updated_at: 'r.updated_at',
    tanks_count: TANKS_COUNT,
  },
  defaultSort: [{ field: 'name', descending: false }],
})

/** Limits per metric, shared by tanks. */
export function rangeTemplatesRepository({ db, query: run }: Pick<Connection, 'db' | 'query'>) {
  const nameTaken = () => conflictingField('name', 'template_name_taken')

  async function findMany(where: RawBuilder<unknown>): Promise<Versioned<RangeTemplate>[]> {
    return (await TEMPLATES.find({ db }, TEMPLATES.conditionOf({}, where))).map(asTemplate)
  }

  return {
    async list(query: RangeTemplateListQuery): Promise<Page<RangeTemplate>> {
      const page = await TEMPLATES.readPage({ db }, query, TEMPLATES.conditionOf(query))
      return { ...page, data: page.data.map(asTemplate) }
    },

    async findById(id: number): Promise<Versioned<RangeTemplate> | undefined> {
      const [template] = await findMany(sql`r.id = ${id}`)
      return template
    },

    /** The part of the templates that tanks show. */
    async findRefs(ids: readonly number[]): Promise<Map<number, NonNullable<Tank['range_template']>>> {
      if (ids.length === 0) return new Map()
      const statement = db
        .selectFrom('range_templates')
        .select(['id', 'name', 'active', 'lo', 'hi', 'critical_lo', 'critical_hi', 'severity'])
        .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
        .where('deleted_at', 'is', null)
      const rows = await runPrepared({ db, query: run }, statement)
      return new Map(
        rows.map(({ id, name, active, ...limits }) => [id, { id, name, active, ranges: rangesOf(limits) }]),
      )
    },

    /** The live tanks that use the template. */
    async findTanks(id: number): Promise<{ id: number; code: string; status: TankStatus }[]> {
      return db
        .selectFrom('tanks')
        .select(['id', 'code', 'status'])
        .where('range_template_id', '=', id)
        .where('status', '<>', 'deleted')
        .orderBy('code')
        .execute()
    },

    /** Whether tanks may use the template; locks it against deletion until the transaction ends. */
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

    /**
     * Ids of the templates with these names (as `fold_text` compares them) that tanks may use; locks them against
     * deletion until the transaction ends.
     */
    async findIdsByName(names: readonly string[]): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('range_templates as r')
        .innerJoin(sql<{ asked: string }>`unnest(${[...names]}::text[])`.as<'given'>(sql`given(asked)`), (join) =>
          join.on(sql`fold_text(r.name)`, '=', sql`fold_text(given.asked)`),
        )
        .select(['r.id', 'given.asked'])
        .where('r.deleted_at', 'is', null)
        .forKeyShare('r')
        .execute()
      return new Map(rows.map(({ id, asked }) => [asked, id]))
    },

    async remove(id: number, by: number, at: string): Promise<void> {
      await db
        .updateTable('range_templates')
        .set((set) => ({ edited_by: by, deleted_at: at, updated_at: at, version: set('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    /** The template, locked against other changes until the transaction ends. */
    async lockById(id: number): Promise<Versioned<RangeTemplate> | undefined> {
      await db.selectFrom('range_templates').select('id').where('id', '=', id).forUpdate().execute()
      const [template] = await findMany(sql`r.id = ${id}`)
      return template
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

    /** Adds the template's next version. Call it under the template's lock, or in the transaction that inserts it. */
    async insertVersion(id: number, columns: TemplateColumns, by: number, at: string): Promise<void> {
      await db
        .insertInto('range_template_versions')
        .values(({ fn, selectFrom }) => ({
          template_id: id,
          number: selectFrom('range_template_versions')
            .where('template_id', '=', id)
            .select(sql<number>`${fn.coalesce(fn.max('number'), sql.lit(0))} + 1`.as('number')),
          valid_from: at,
          edited_by: by,
          ...columns,
        }))
        .execute()
    },

    /** The newest versions, newest first. */
    async listVersions(id: number): Promise<RangeTemplateVersion[]> {
      const rows = await db
        .selectFrom('range_template_versions as v')
        .leftJoin('users as u', 'u.id', 'v.edited_by')
        .select([
          'v.number',
          'v.valid_from',
          'v.name',
          'v.active',
          'v.delay_seconds',
          'u.id as user_id',
          'u.name as user_name',
        ])
        .select(['v.lo', 'v.hi', 'v.critical_lo', 'v.critical_hi', 'v.severity'])
        .where('v.template_id', '=', id)
        .orderBy('v.number', 'desc')
        .limit(MOST_VERSIONS)
        .execute()
      return rows.map(({ number, valid_from, name, active, delay_seconds, user_id, user_name, ...limits }) => ({
        number,
        valid_from,
        edited_by: user_id === null || user_name === null ? null : { id: user_id, name: user_name },
        name,
        active,
        delay_seconds,
        ranges: rangesOf(limits),
      }))
    },
  }
}

function asTemplate({
  lo,
  hi,
  critical_lo,
  critical_hi,
  severity,
  ...template
}: TemplateRow): Versioned<RangeTemplate> {
  return { ...template, ranges: rangesOf({ lo, hi, critical_lo, critical_hi, severity }) }
}

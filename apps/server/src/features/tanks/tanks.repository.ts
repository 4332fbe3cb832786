import type { Home } from '@dalyan/contracts/home'
import type { Instant } from '@dalyan/contracts/instant'
import type { Tank, TankListQuery, TankNeighbours, TankOrderQuery, TankStatus } from '@dalyan/contracts/tanks'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { containsFolded, foldedContains, isTooShortForIndex } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { idsFound } from '../../core/database/ids-found.ts'
import { orderBy } from '../../core/database/order-by.ts'
import { orIfTaken } from '../../core/database/unique-violation.ts'
import { AppError } from '../../core/errors.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import type { Versioned } from '../../core/versioned.ts'
import { countOutside, countTanks, countWatched, idsInCondition, type Limits } from './tank-counts.repository.ts'

/** The columns that people write. */
export interface TankColumns {
  code: string
  name: string
  firm_id: number | null
  range_template_id: number | null
  status: TankStatus
  suspended_until: Instant | null
  location: string | null
  province: string | null
  district: string | null
  address: string | null
  notes: string | null
}

/** A tank without what other features know of it. */
export type BareTank = Versioned<Omit<Tank, 'range_template' | 'iots' | 'last_measurement' | 'open_alarms'>> & {
  range_template_id: number | null
}

/** What people may change, under lock. */
export type LockedTank = Versioned<TankColumns> & { id: number }

const SELECT =
  sql.raw(`select k.id, k.code, k.name, k.status, k.location, k.province, k.district, k.address, k.notes, k.suspended_until,
k.range_template_id, k.last_action_at, k.created_at, k.updated_at, k.version,
case when f.id is not null then json_build_object('id', f.id, 'code', f.code, 'name', f.name) end as firm,
case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as last_modified_by
from tanks k left join firms f on f.id = k.firm_id left join users u on u.id = k.last_modified_by`)

const SORTS = {
  id: 'k.id',
  code: 'k.code',
  name: 'k.name collate "tr-x-icu"',
  status: 'k.status',
  province: 'k.province collate "tr-x-icu"',
  district: 'k.district collate "tr-x-icu"',
  created_at: 'k.created_at',
  updated_at: 'k.updated_at',
  last_action_at: 'k.last_action_at',
} as const

/** Deleted tanks are the admins' alone. */
function scoped(firms: FirmScope): RawBuilder<SqlBool> {
  return firms === 'all' ? sql`true` : sql`(k.firm_id = any(${[...firms]}::int[]) and k.status <> 'deleted')`
}

const SEARCHED = { table: 'tanks' }
const SEARCHED_COLUMNS = { filter_code: 's.code', filter_name: 's.name', filter_notes: 's.notes' } as const
const OTHER_COLUMNS = { filter_province: 'k.province', filter_district: 'k.district' } as const

type Filter = Omit<TankOrderQuery, 'sort' | 'filter_condition'>

function conditions(query: Filter, firms: FirmScope, among?: readonly number[]): RawBuilder<SqlBool> {
  const all: RawBuilder<unknown>[] = [scoped(firms)]
  if (!query.include_deleted) all.push(sql`k.status <> 'deleted'`)
  if (query.search)
    // Most tanks have so short a part: PostgreSQL, which cannot foresee how many ids an array will hold, would take them for few.
    all.push(
      isTooShortForIndex(query.search)
        ? foldedContains(sql.ref('k.search'), query.search)
        : sql`k.id = any(${idsFound(SEARCHED, query.search)})`,
    )
  for (const [filter, column] of entriesOf(SEARCHED_COLUMNS)) {
    const part = query[filter]
    if (part) all.push(sql`k.id = any(${idsFound(SEARCHED, part, column)})`)
  }
  for (const [filter, column] of entriesOf(OTHER_COLUMNS)) {
    const part = query[filter]
    if (part) all.push(containsFolded(sql.ref(column), part))
  }
  if (query.filter_status) all.push(sql`k.status = any(${query.filter_status}::text[])`)
  if (query.filter_range_template_id !== undefined)
    all.push(sql`k.range_template_id = ${query.filter_range_template_id}`)
  if (query.filter_firm_id !== undefined) all.push(sql`k.firm_id = ${query.filter_firm_id}`)
  if (query.filter_has_iot !== undefined) all.push(sql`${hasTerminal(sql`true`)} = ${query.filter_has_iot}`)
  if (query.filter_iot_code)
    all.push(
      hasTerminal(sql`${foldedContains(sql.ref('t.search'), query.filter_iot_code)}
        and ${containsFolded(sql.ref('t.code'), query.filter_iot_code)}`),
    )
  if (among) all.push(sql`k.id = any(${[...among]}::int[])`)
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

function entriesOf<K extends string, V>(table: Readonly<Record<K, V>>): [K, V][] {
  return Object.entries(table) as [K, V][]
}

function hasTerminal(such: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`exists (select from terminal_assignments a join terminals t on t.id = a.terminal_id
    where a.tank_id = k.id and a.to_at is null and t.kind = 'device' and t.status <> 'deleted' and ${such})`
}

function orderOf({ sort }: TankOrderQuery): RawBuilder<unknown> {
  return orderBy(SORTS, sort ?? [{ field: 'code', descending: false }])
}

export function tanksRepository({ db }: Pick<Connection, 'db'>) {
  const codeTaken = () => new AppError(409, 'code_taken', { fields: { code: 'code_taken' } })

  /** A filter with the tanks that are in its condition, looked up once. */
  async function filterOf(query: TankOrderQuery, firms: FirmScope, now: Instant): Promise<RawBuilder<SqlBool>> {
    const asked = query.filter_condition
    return conditions(query, firms, asked && (await idsInCondition({ db }, asked, scoped(firms), now)))
  }

  return {
    /** One page, made `whole` while the counts over the whole filter are still under way. */
    async list<T>(
      query: TankListQuery,
      firms: FirmScope,
      now: Instant,
      whole: (tanks: readonly BareTank[]) => Promise<T[]>,
    ) {
      const where = await filterOf(query, firms, now)
      const order = orderOf(query)
      const offset = (query.page - 1) * query.per_page
      const [tanks, { total, out_of_range, stale }] = await Promise.all([
        sql<BareTank>`${SELECT} where ${where} order by ${order} limit ${query.per_page} offset ${offset}`
          .execute(db)
          .then(({ rows }) => whole(rows)),
        countTanks({ db }, where, now),
      ])
      return { tanks, total, counts: { out_of_range, stale } }
    },

    /** How all live tanks in these firms stand now. */
    async count(firms: FirmScope, now: Instant): Promise<Home['tanks']> {
      const where = conditions({}, firms)
      const [counts, { rows }] = await Promise.all([
        countTanks({ db }, where, now),
        countWatched(where, now).execute(db),
      ])
      return { ...counts, ...(rows[0] ?? { active: 0, watched: 0 }), checked_at: now }
    },

    /** Of the active tanks with this template: how many there are, and how many are outside these limits now. */
    async countOutside(templateId: number, limits: Limits, now: Instant) {
      const where = conditions({ filter_range_template_id: templateId }, 'all')
      const { rows } = await countOutside(where, limits, now).execute(db)
      return rows[0] ?? { tanks: 0, out_of_range: 0 }
    },

    async findById(id: number, firms: FirmScope): Promise<BareTank | undefined> {
      const { rows } = await sql<BareTank>`${SELECT} where k.id = ${id} and ${scoped(firms)}`.execute(db)
      return rows[0]
    },

    /** Who stands beside a tank in the list that a filter and an order make. */
    async findNeighbours(id: number, query: TankOrderQuery, firms: FirmScope, now: Instant): Promise<TankNeighbours> {
      const { rows } = await sql<TankNeighbours>`
        select previous, next, position from (
          select k.id, row_number() over placed as position, lag(tank) over placed as previous, lead(tank) over placed as next
          from tanks k left join firms f on f.id = k.firm_id,
            lateral (select json_build_object('id', k.id, 'code', k.code, 'name', k.name) as tank) ref
          where ${await filterOf(query, firms, now)} window placed as (order by ${orderOf(query)})
        ) list where id = ${id}`.execute(db)
      return rows[0] ?? { previous: null, next: null, position: null }
    },

    /** What people may change, locked until the transaction's end. */
    async lockById(id: number, firms: FirmScope): Promise<LockedTank | undefined> {
      const { rows } = await sql<LockedTank>`
        select id, version, code, name, firm_id, range_template_id, status, suspended_until, location, province, district, address, notes
        from tanks k where id = ${id} and ${scoped(firms)} for update`.execute(db)
      return rows[0]
    },

    /** A tank that is not deleted. */
    async findRef(id: number): Promise<{ id: number; code: string } | undefined> {
      return db
        .selectFrom('tanks')
        .select(['id', 'code'])
        .where('id', '=', id)
        .where('status', '<>', 'deleted')
        .executeTakeFirst()
    },

    /** The firm of each tank; null: none. */
    async findFirmIds(ids: readonly number[]): Promise<Map<number, number | null>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('tanks')
        .select(['id', 'firm_id'])
        .where('id', 'in', [...ids])
        .execute()
      return new Map(rows.map((row) => [row.id, row.firm_id]))
    },

    async insert(columns: TankColumns, by: number, at: Instant): Promise<number> {
      const stamps = { last_modified_by: by, last_action_at: at, created_at: at, updated_at: at }
      const insert = db
        .insertInto('tanks')
        .values({ ...columns, ...stamps })
        .returning('id')
      return (await orIfTaken(insert.executeTakeFirstOrThrow(), codeTaken)).id
    },

    async update(id: number, columns: TankColumns, by: number, at: Instant): Promise<void> {
      const stamps = { last_modified_by: by, last_action_at: at, updated_at: at }
      const update = db
        .updateTable('tanks')
        .set((set) => ({ ...columns, ...stamps, version: set('version', '+', 1) }))
        .where('id', '=', id)
      await orIfTaken(update.execute(), codeTaken)
    },

    /** Somebody changed what hangs on these tanks. */
    async touch(ids: readonly number[], by: number, at: Instant): Promise<void> {
      if (ids.length === 0) return
      await db
        .updateTable('tanks')
        .set((set) => ({ last_modified_by: by, last_action_at: at, updated_at: at, version: set('version', '+', 1) }))
        .where('id', 'in', [...ids])
        .execute()
    },

    /** Suspensions that are over become active; nobody edited, so the version stays. */
    async endSuspensions(now: Instant): Promise<{ id: number; code: string }[]> {
      return db
        .updateTable('tanks')
        .set({ status: 'active', suspended_until: null, updated_at: now, last_action_at: now })
        .where('status', '=', 'suspended')
        .where('suspended_until', '<=', now)
        .returning(['id', 'code'])
        .execute()
    },
  }
}

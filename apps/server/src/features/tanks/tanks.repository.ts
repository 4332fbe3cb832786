import type { Home } from '@dalyan/contracts/home'
import type { Instant } from '@dalyan/contracts/instant'
import type { Tank, TankListQuery, TankNeighbours, TankOrderQuery } from '@dalyan/contracts/tanks'
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import { containsFolded, foldedContains } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { contains, createList, equals, isFound, isInFirms, isOneOf, refOf } from '../../core/database/list.ts'
import { runPrepared } from '../../core/database/prepared.ts'
import type { VersionColumns } from '../../core/database/schema-columns.ts'
import type { Schema } from '../../core/database/schema.ts'
import { orIfTaken } from '../../core/database/unique-violation.ts'
import { codeTaken } from '../../core/errors.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import type { Versioned } from '../../core/records.ts'
import {
  countOutside,
  countsOf,
  countWatched,
  evaluateTanks,
  inCondition,
  type MetricBounds,
} from './evaluated-tanks.sql.ts'
import { DANGER, joinDanger } from './tank-danger.sql.ts'
import { findNeighboursIn } from './tank-neighbours.sql.ts'

/** The columns that users edit. */
export type TankColumns = Omit<
  Selectable<Schema['tanks']>,
  'id' | 'last_modified_by' | 'last_action_at' | keyof VersionColumns
>

/** A tank without the data of other features. */
export type BareTank = Versioned<
  Omit<Tank, 'range_template' | 'iots' | 'last_measurement' | 'open_alarms' | 'mode'>
> & {
  range_template_id: number | null
}

/** The editable columns of a locked tank. */
export type LockedTank = Versioned<TankColumns> & { id: number }

const SEARCHED = { table: 'tanks' }
const MOST_DELETED = 1_000

const TANKS = createList<TankListQuery, BareTank>({
  from: 'tanks k',
  id: 'k.id',
  columns: `k.id, k.code, k.name, k.status, k.location, k.province, k.district, k.address, k.notes, k.suspended_until,
    k.range_template_id, k.last_action_at, k.created_at, k.updated_at, k.version,
    ${refOf('f', 'code', 'name')} as firm,
    ${refOf('u', 'name')} as last_modified_by`,
  joins: 'left join firms f on f.id = k.firm_id left join users u on u.id = k.last_modified_by',
  isLive: "k.status <> 'deleted'",
  filters: {
    // Not `isFound`: of its array of ids PostgreSQL expects few, and would evaluate the tanks one by one where a word occurs in most of them.
    search: (part) => foldedContains(sql.ref('k.search'), part),
    filter_code: isFound('k.id', SEARCHED, 's.code'),
    filter_name: isFound('k.id', SEARCHED, 's.name'),
    filter_notes: isFound('k.id', SEARCHED, 's.notes'),
    filter_province: contains('k.province'),
    filter_district: contains('k.district'),
    filter_status: isOneOf('k.status'),
    filter_range_template_id: equals('k.range_template_id'),
    filter_firm_id: equals('k.firm_id'),
    filter_has_iot: (hasOne) => sql`${hasTerminal(sql`true`)} = ${hasOne}`,
    filter_iot_code: (part) =>
      hasTerminal(sql`${foldedContains(sql.ref('t.search'), part)} and ${containsFolded(sql.ref('t.code'), part)}`),
  },
  sorts: {
    id: 'k.id',
    code: 'k.code',
    name: 'k.name collate "tr-x-icu"',
    status: 'k.status',
    province: 'k.province collate "tr-x-icu"',
    district: 'k.district collate "tr-x-icu"',
    created_at: 'k.created_at',
    updated_at: 'k.updated_at',
    last_action_at: 'k.last_action_at',
    danger: DANGER,
  },
  defaultSort: [{ field: 'code', descending: false }],
})

/** Only admins see deleted tanks. */
function scoped(firms: FirmScope): RawBuilder<SqlBool> {
  return firms === 'all' ? sql`true` : sql`(${isInFirms('k.firm_id', firms)} and k.status <> 'deleted')`
}

/** What the order needs besides the tank's own table. */
function joinsToOrder({ sort = [] }: TankOrderQuery, now: Instant): RawBuilder<unknown> {
  return sort.some(({ field }) => field === 'danger') ? joinDanger(now) : sql``
}

function hasTerminal(such: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`exists (select from terminal_assignments a join terminals t on t.id = a.terminal_id
    where a.tank_id = k.id and a.to_at is null and t.kind = 'device' and t.status <> 'deleted' and ${such})`
}

export function tanksRepository({ db, query: run }: Pick<Connection, 'db' | 'query'>) {
  const evaluate = (filter: RawBuilder<SqlBool>, now: Instant) => evaluateTanks({ db, query: run }, filter, now)

  /** The condition of a filter. Where it asks for tanks in trouble, they are evaluated first, and `evaluated` is what was found. */
  async function filterOf(query: TankOrderQuery, firms: FirmScope, now: Instant) {
    const where = TANKS.conditionOf(query, scoped(firms))
    if (!query.filter_condition) return { where, evaluated: null }
    const evaluated = inCondition(await evaluate(where, now), query.filter_condition)
    const ids = evaluated.troubled.map(({ id }) => id)
    return { where: TANKS.conditionOf(query, scoped(firms), sql`k.id = any(${ids}::int[])`), evaluated }
  }

  return {
    /** One page. `withDetails` completes its tanks while the counts over the full filter still run. */
    async list<T>(
      query: TankListQuery,
      firms: FirmScope,
      now: Instant,
      withDetails: (tanks: readonly BareTank[]) => Promise<T[]>,
    ) {
      const { where, evaluated } = await filterOf(query, firms, now)
      const [tanks, evaluation] = await Promise.all([
        runPrepared({ db, query: run }, TANKS.rowsOf(query, where, joinsToOrder(query, now))).then(withDetails),
        evaluated ?? evaluate(where, now),
      ])
      const { total, out_of_range, stale } = countsOf(evaluation)
      return { tanks, total, counts: { out_of_range, stale } }
    },

    /** Counts all live tanks of these firms by their current state. */
    async count(firms: FirmScope, now: Instant): Promise<Omit<Home['tanks'], 'interruption'>> {
      const where = TANKS.conditionOf({}, scoped(firms))
      const [evaluation, watch] = await Promise.all([
        evaluate(where, now),
        countWatched({ db, query: run }, where, now),
      ])
      return { ...countsOf(evaluation), ...watch, checked_at: now }
    },

    /** Counts the active tanks with this template, and those of them outside these limits now. */
    async countOutside(templateId: number, limits: MetricBounds, now: Instant) {
      const where = TANKS.conditionOf({ filter_range_template_id: templateId })
      const { rows } = await countOutside(where, limits, now).execute(db)
      return rows[0] ?? { tanks: 0, out_of_range: 0 }
    },

    async findById(id: number, firms: FirmScope): Promise<BareTank | undefined> {
      const [tank] = await TANKS.find({ db }, sql`k.id = ${id}`, scoped(firms))
      return tank
    },

    /** The tanks before and after a tank in a filtered and ordered list. */
    async findNeighbours(id: number, query: TankOrderQuery, firms: FirmScope, now: Instant): Promise<TankNeighbours> {
      return findNeighboursIn({ db }, id, {
        where: (await filterOf(query, firms, now)).where,
        order: TANKS.order(query.sort),
        joins: joinsToOrder(query, now),
      })
    },

    /** The editable columns, locked until the transaction ends. */
    async lockById(id: number, firms: FirmScope): Promise<LockedTank | undefined> {
      return db
        .selectFrom('tanks as k')
        .select(['k.id', 'k.version', 'k.code', 'k.name', 'k.firm_id', 'k.range_template_id', 'k.status'])
        .select(['k.suspended_until', 'k.location', 'k.province', 'k.district', 'k.address', 'k.notes'])
        .where('k.id', '=', id)
        .where(scoped(firms))
        .forUpdate()
        .executeTakeFirst()
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

    /** Deleted tanks of these firms whose last change is not older than `since`; the newest of them where there are very many. */
    async findDeletedSince(since: Instant, firms: FirmScope): Promise<number[]> {
      const rows = await db
        .selectFrom('tanks')
        .select('id')
        .where('status', '=', 'deleted')
        .where('updated_at', '>=', since)
        .where(firms === 'all' ? sql<boolean>`true` : isInFirms('firm_id', firms))
        .orderBy('updated_at', 'desc')
        .limit(MOST_DELETED)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Live tanks by their codes. */
    async findByCode(codes: readonly string[]): Promise<Map<string, { id: number; code: string }>> {
      if (codes.length === 0) return new Map()
      const rows = await db
        .selectFrom('tanks')
        .select(['id', 'code'])
        .where(sql<boolean>`code = any(${[...codes]}::text[])`)
        .where('status', '<>', 'deleted')
        .execute()
      return new Map(rows.map((tank) => [tank.code, tank]))
    },

    /** Skips tanks whose code another live tank has. @returns ids by code. */
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

    async update(id: number, columns: TankColumns, by: number, at: Instant): Promise<void> {
      const stamps = { last_modified_by: by, last_action_at: at, updated_at: at }
      const update = db
        .updateTable('tanks')
        .set((set) => ({ ...columns, ...stamps, version: set('version', '+', 1) }))
        .where('id', '=', id)
      await orIfTaken(update.execute(), codeTaken)
    },

    /** Marks tanks as changed by the user who changed their terminals. */
    async touch(ids: readonly number[], by: number, at: Instant): Promise<void> {
      if (ids.length === 0) return
      await db
        .updateTable('tanks')
        .set((set) => ({ last_modified_by: by, last_action_at: at, updated_at: at, version: set('version', '+', 1) }))
        .where('id', 'in', [...ids])
        .execute()
    },

    /** Ends suspensions whose time is over; the version stays, since no user edited the tank. */
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

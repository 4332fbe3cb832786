import { asPage, type Page, type SortField } from '@dalyan/contracts/paging'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { FirmScope } from '../http/signed-in.ts'
import { containsFolded, foldedContains } from './contains-folded.ts'
import type { Connection } from './database.ts'

export interface PageWindow {
  page: number
  per_page: number
}

interface PagedQuery extends PageWindow {
  sort?: readonly SortField<string>[] | undefined
  include_deleted?: boolean | undefined
}

type FieldOf<Query> = Query extends { sort?: readonly SortField<infer Field>[] | undefined } ? Field : never

/** A list as SQL expressions, which use the aliases of `from` and `joins`. */
export interface ListTable<Query extends PagedQuery> {
  /** The table of the records and its alias: `tanks k`. */
  from: string
  /** Id of a record; orders records that are otherwise equal. */
  id: string
  /** The columns of a record, as the wire names them. */
  columns: string
  /** Joins that the columns need. */
  joins?: string
  /** Whether a record is not deleted; only queries that ask for deleted records find them. */
  isLive?: string
  filters: FilterConditions<Query>
  sorts: Readonly<Record<FieldOf<Query>, string>>
  /** The order when the caller names none. */
  defaultSort: readonly SortField<FieldOf<Query>>[]
  /** Whether the newest id comes first among otherwise equal records; no column of such a list may be null. */
  isNewestFirst?: boolean
  /** The order of otherwise equal records, or of all where nobody chooses one, if it is not that of their ids. */
  thenBy?: string
}

/**
 * Reads records one page at a time: first the ids, by the filter and order, then the columns of these rows only, with the total beside them. In
 * one query PostgreSQL would complete every row before sorting. `joinsToFind`: tables that the filter and the order need besides the record's
 * own.
 */
export function createList<Query extends PagedQuery, Row>(table: ListTable<Query>) {
  const [from, id, joins] = [sql.raw(table.from), sql.raw(table.id), sql.raw(table.joins ?? '')]
  const select = sql.raw(`select ${table.columns}`)

  function order(sort: Query['sort']): RawBuilder<unknown> {
    const columns: Readonly<Record<string, string>> = table.sorts
    const wanted = sort ?? table.defaultSort
    if (!table.isNewestFirst) return orderBy(columns, wanted, table.thenBy ?? table.id)
    const parts = wanted.map(({ field, descending }) => `${columns[field]} ${descending ? 'desc' : 'asc'}`)
    return sql.raw([...parts, `${table.id} desc`].join(', '))
  }

  function rowsOf(
    { page, per_page, sort }: Query,
    where: RawBuilder<unknown>,
    joinsToFind: RawBuilder<unknown> = sql``,
  ): RawBuilder<Row> {
    const ids = sql`select ${id} from ${from} ${joinsToFind} where ${where} order by ${order(sort)}
      limit ${per_page} offset ${(page - 1) * per_page}`
    return sql`${select} from unnest(array(${ids})) with ordinality page(id, position)
      join ${from} on ${id} = page.id ${joins} order by page.position`
  }

  return {
    order,
    /** SQL: the rows of a page. */
    rowsOf,

    /** The condition of the records that a query finds, of those in `scope`. */
    conditionOf(query: Partial<Query>, ...scope: RawBuilder<unknown>[]): RawBuilder<SqlBool> {
      const live = table.isLive === undefined || query.include_deleted ? [] : [sql.raw(table.isLive)]
      return allOf([...scope, ...live, ...conditionsOf(table.filters, query)])
    },

    async find({ db }: Pick<Connection, 'db'>, ...conditions: RawBuilder<unknown>[]): Promise<Row[]> {
      const { rows } = await sql<Row>`${select} from ${from} ${joins} where ${allOf(conditions)}`.execute(db)
      return rows
    },

    async readPage(
      on: Pick<Connection, 'db'>,
      query: Query,
      where: RawBuilder<unknown>,
      joinsToFind: RawBuilder<unknown> = sql``,
    ): Promise<Page<Row>> {
      const counted = sql<{ n: number }>`select count(*) as n from ${from} ${joinsToFind} where ${where}`
      const [{ rows }, count] = await Promise.all([
        rowsOf(query, where, joinsToFind).execute(on.db),
        counted.execute(on.db),
      ])
      return asPage(rows, count.rows[0]?.n ?? 0, query)
    },
  }
}

/**
 * The order of a list: the requested columns with nulls last, and then another order, such as the id, so that no row appears on two pages.
 * @param columns SQL of each field.
 */
export function orderBy<C extends Readonly<Record<string, string>>>(
  columns: C,
  wanted: readonly SortField<keyof C & string>[],
  then: string,
): RawBuilder<unknown> {
  const parts = wanted.map(({ field, descending }) => `${columns[field]} ${descending ? 'desc' : 'asc'} nulls last`)
  return sql.raw([...parts, then].join(', '))
}

/** A column that names the record with this alias by its id and these fields; null where a left join found none. */
export function refOf(alias: string, ...fields: readonly string[]): string {
  const named = ['id', ...fields].map((field) => `'${field}', ${alias}.${field}`)
  return `case when ${alias}.id is not null then json_build_object(${named.join(', ')}) end`
}

/** The condition of each filter of a query; an absent or empty filter adds no condition. */
export type FilterConditions<Query> = {
  readonly [K in keyof Query]?: (value: NonNullable<Query[K]>) => RawBuilder<unknown>
}

export function conditionsOf<Query extends object>(
  filters: FilterConditions<Query>,
  query: Partial<Query>,
): RawBuilder<unknown>[] {
  return (Object.keys(filters) as (keyof Query)[]).flatMap((name) => {
    const value = query[name]
    return value === undefined || value === null || value === '' ? [] : (filters[name]?.(value) ?? [])
  })
}

export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join([sql`true`, ...conditions], sql` and `)}`
}

/** Whether a record belongs to one of the firms whose records the caller may see. */
export function isInFirms(column: string, firms: FirmScope): RawBuilder<SqlBool> {
  return firms === 'all' ? sql`true` : sql`${sql.raw(column)} = any(${[...firms]}::int[])`
}

export const isOneOf = (column: string) => (values: readonly string[]) =>
  sql`${sql.raw(column)} = any(${[...values]}::text[])`

export const equals = (column: string) => (value: number | boolean) => sql`${sql.raw(column)} = ${value}`

export const contains = (column: string) => (part: string) => containsFolded(sql.raw(column), part)

/** A table that a list searches: its column `search` stores the searched text folded, under a trigram index. */
interface Searched {
  table: string
  /** The condition of that index, if it has one, on columns of `s.`. */
  where?: string
}

/**
 * Finds records whose searched text, or one column (`s.code`) of it, contains a part. The ids are looked up in the index first, because in the
 * list's own order PostgreSQL would read every row until the page is full.
 */
export const isFound =
  (id: string, { table, where = 'true' }: Searched, column?: string) =>
  (part: string): RawBuilder<SqlBool> => {
    const inAll = foldedContains(sql.ref('s.search'), part)
    const inOne = column === undefined ? sql`true` : containsFolded(sql.raw(column), part)
    return sql`${sql.raw(id)} = any(array(select s.id from ${sql.table(table)} s where ${inAll} and ${inOne} and ${sql.raw(where)}))`
  }

import type { SortField } from '@dalyan/contracts/paging'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { FirmScope } from '../http/signed-in.ts'
import { containsFolded } from './contains-folded.ts'
import type { Connection } from './database.ts'
import { idsFound, type Searched } from './ids-found.ts'
import { orderBy } from './order-by.ts'

/** A list as SQL expressions, which use the aliases of `from` and `joins`. */
interface ListTable<Field extends string> {
  /** The table of the records and its alias: `tanks k`. */
  from: string
  /** Id of a record; orders records that are otherwise equal. */
  id: string
  /** The columns of a record, as the wire names them. */
  columns: string
  /** Joins that the columns need. */
  joins?: string
  sorts: Readonly<Record<Field, string>>
  /** Whether the newest id comes first among otherwise equal records; no column of such a list may be null. */
  isNewestFirst?: boolean
  /** The order when the caller names none. */
  defaultSort: readonly SortField<NoInfer<Field>>[]
}

interface PageWindow<Field extends string> {
  page: number
  per_page: number
  sort?: readonly SortField<Field>[] | undefined
}

/**
 * Reads records one page at a time: first the ids, by the filter and order, then the columns of these rows only, with the total beside them. In
 * one query PostgreSQL would complete every row before sorting. `joinsToFind`: tables that the filter and the order need besides the record's
 * own.
 */
export function createList<const Field extends string>(table: ListTable<Field>) {
  const [from, id, joins] = [sql.raw(table.from), sql.raw(table.id), sql.raw(table.joins ?? '')]
  const select = sql.raw(`select ${table.columns}`)
  function order(sort: PageWindow<Field>['sort'] = table.defaultSort): RawBuilder<unknown> {
    const columns: Readonly<Record<string, string>> & { id: string } = { ...table.sorts, id: table.id }
    if (!table.isNewestFirst) return orderBy(columns, sort)
    const parts = sort.map(({ field, descending }) => `${columns[field]} ${descending ? 'desc' : 'asc'}`)
    return sql.raw([...parts, `${table.id} desc`].join(', '))
  }

  async function readPage<Row>(
    { db }: Pick<Connection, 'db'>,
    { page, per_page, sort }: PageWindow<Field>,
    where: RawBuilder<unknown>,
    joinsToFind: RawBuilder<unknown> = sql``,
  ): Promise<Row[]> {
    const ids = sql`select ${id} from ${from} ${joinsToFind} where ${where} order by ${order(sort)}
      limit ${per_page} offset ${(page - 1) * per_page}`
    const { rows } = await sql<Row>`${select} from unnest(array(${ids})) with ordinality page(id, position)
      join ${from} on ${id} = page.id ${joins} order by page.position`.execute(db)
    return rows
  }

  return {
    order,
    readPage,

    async find<Row>({ db }: Pick<Connection, 'db'>, where: RawBuilder<unknown>): Promise<Row[]> {
      const { rows } = await sql<Row>`${select} from ${from} ${joins} where ${where}`.execute(db)
      return rows
    },

    async readPageWithTotal<Row>(
      on: Pick<Connection, 'db'>,
      window: PageWindow<Field>,
      where: RawBuilder<unknown>,
      joinsToFind: RawBuilder<unknown> = sql``,
    ): Promise<{ rows: Row[]; total: number }> {
      const counted = sql<{ n: number }>`select count(*) as n from ${from} ${joinsToFind} where ${where}`
      const [rows, count] = await Promise.all([readPage<Row>(on, window, where, joinsToFind), counted.execute(on.db)])
      return { rows, total: count.rows[0]?.n ?? 0 }
    },
  }
}

/** The condition of each filter of a query; an absent or empty filter adds no condition. */
export type Filters<Query> = { readonly [K in keyof Query]?: (value: NonNullable<Query[K]>) => RawBuilder<unknown> }

export function conditionsOf<Query extends object>(filters: Filters<Query>, query: Query): RawBuilder<unknown>[] {
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

/** Searches a table's trigram index for a part: in all of its searched text, or in one column (`s.code`) of it. */
export const isFound = (id: string, searched: Searched, column?: string) => (part: string) =>
  sql`${sql.raw(id)} = any(${idsFound(searched, part, column)})`

import { sql, type RawBuilder } from 'kysely'

/** JSON text of each field; none may be null. */
export type JsonFields<T> = { readonly [Name in keyof T]-?: RawBuilder<unknown> }

/** A record as JSON text, built by PostgreSQL, so that thousands of rows reach the caller without becoming objects in between. */
export function jsonObject<T>(fields: JsonFields<T>): RawBuilder<string> {
  const parts = Object.entries<RawBuilder<unknown>>(fields).map(
    ([name, value], index) => sql`${sql.lit(`${index === 0 ? '{' : ','}"${name}":`)} || ${value}`,
  )
  return sql<string>`${sql.join(parts, sql` || `)} || '}'`
}

/**
 * All rows as one JSON text, each an array of values: reading thousands of short rows costs the driver several times what it costs PostgreSQL to
 * write them like this. @param values JSON text of each value; none may be null
 */
export function jsonRows(values: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  return sql<string>`'[' || coalesce(string_agg(concat('[', ${sql.join(values, sql`, ',', `)}, ']'), ','), '') || ']'`
}

/** A number, a truth value or JSON as JSON; `null` where there is none. */
export function jsonOrNull(value: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce((${value})::text, 'null')`
}

/** A text as a JSON string. */
export function jsonText(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_json(${text})::text`
}

/** An instant in its wire form; the session's time zone is UTC. */
export function jsonInstant(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${instant}, '"\\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\""')`
}

/** SQL: an instant of a column in its wire form, for `json_build_object`; the session's time zone is UTC. */
export function instantInJson(column: string): string {
  return `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

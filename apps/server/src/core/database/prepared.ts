import { hash } from 'node:crypto'
import type { CompiledQuery, Kysely } from 'kysely'
import type { Connection } from './database.ts'
import type { Schema } from './schema.ts'

/** A statement of the builder, or SQL text. */
interface Statement<Row> {
  compile(db: Kysely<Schema>): CompiledQuery<Row>
}

/** Each connection keeps a plan of each named statement, of up to 0.8 MB. Filters make thousands of different texts. */
const MOST_NAMES = 60
const named = new Set<string>()

/**
 * Runs a statement by a name, so that PostgreSQL parses and plans it once on each connection. For the most frequent reads, which otherwise spend up
 * to half of their time on that. The statement must name its columns: after a newer version has added a column to a table, `select *` fails on the
 * connections that have planned it. A search is planned at each call: whether it finds few rows or all depends on its words.
 */
export async function runPrepared<Row extends object>(
  { db, query }: Pick<Connection, 'db' | 'query'>,
  statement: Statement<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(db)
  const isNamed = !text.includes(' like ') && (named.has(text) || named.size < MOST_NAMES)
  if (isNamed) named.add(text)
  const { rows } = await query<Row>({ ...(isNamed && { name: hash('sha1', text) }), text, values: [...parameters] })
  return rows
}

import { hash } from 'node:crypto'
import type { CompiledQuery, Kysely } from 'kysely'
import type { Connection } from './database.ts'
import type { Schema } from './schema.ts'

/** A statement of the builder, or SQL text. */
interface Statement<Row> {
  compile(db: Kysely<Schema>): CompiledQuery<Row>
}

/**
 * Runs a statement by a name, so that PostgreSQL parses and plans it once on each connection. For the most frequent reads, which otherwise spend up
 * to half of their time on that. The statement must keep its text, its best plan must not depend on its values, and it must name its columns:
 * after a newer version has added a column to a table, `select *` fails on the connections that have planned it.
 */
export async function runPrepared<Row extends object>(
  { db, query }: Pick<Connection, 'db' | 'query'>,
  statement: Statement<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(db)
  const { rows } = await query<Row>({ name: hash('sha1', text), text, values: [...parameters] })
  return rows
}

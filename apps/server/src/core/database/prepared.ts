import { hash } from 'node:crypto'
import type { CompiledQuery, Kysely } from 'kysely'
import type { Connection } from './database.ts'
import type { Schema } from './schema.ts'

/** A statement of the builder, or SQL text. */
interface Statement<Row> {
  compile(db: Kysely<Schema>): CompiledQuery<Row>
}

/**
 * Runs a statement by a name, so that PostgreSQL parses and plans it once on each connection: for the most frequent reads, of whose time that is
 * up to a half. Its text must always be the same, and its plan must not depend on its values. It names its columns: after a newer version has
 * added one to a table, `select *` would fail on the connections that had planned it.
 */
export async function runPrepared<Row extends object>(
  { db, query }: Pick<Connection, 'db' | 'query'>,
  statement: Statement<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(db)
  const { rows } = await query<Row>({ name: hash('sha1', text), text, values: [...parameters] })
  return rows
}

import { sql, type RawBuilder } from 'kysely'
import { containsFolded, foldedContains } from './contains-folded.ts'

/** A table that a list searches: its column `search` stores the searched text folded, under a trigram index. */
export interface Searched {
  table: string
  /** The condition of that index, if it has one, on columns of `s.`. */
  where?: string
}

/**
 * An array of the ids whose searched text, or one column (`s.code`) of it, contains a part. They are looked up in the index first, because in
 * the list's own order PostgreSQL would read every row until the page is full.
 */
export function idsFound({ table, where = 'true' }: Searched, part: string, column?: string): RawBuilder<unknown> {
  const inAll = foldedContains(sql.ref('s.search'), part)
  const inOne = column === undefined ? sql`true` : containsFolded(sql.raw(column), part)
  return sql`array(select s.id from ${sql.table(table)} s where ${inAll} and ${inOne} and ${sql.raw(where)})`
}

import { sql, type RawBuilder } from 'kysely'
import { containsFolded } from './contains-folded.ts'

/** What a list searches; columns of the table begin with `s.`. */
export interface Searched {
  table: string
  /** Written as its trigram index is. */
  text: string
  /** The condition of that index, where it has one. */
  where?: string
}

/**
 * An array of the ids whose searched text holds a part, or one column of it. They are looked up first, in the index: in the list's own order PostgreSQL
 * would rather read every row until the page is full.
 */
export function idsFound({ table, text, where = 'true' }: Searched, part: string, column = text): RawBuilder<unknown> {
  const inAll = containsFolded(sql.raw(text), part)
  const inOne = column === text ? sql`true` : containsFolded(sql.raw(column), part)
  return sql`array(select s.id from ${sql.table(table)} s where ${inAll} and ${inOne} and ${sql.raw(where)})`
}

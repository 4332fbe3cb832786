import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { foldedContains, isTooShortForIndex } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { rareRuns, triplesOf } from './rare-runs.rules.ts'

/** What stands in fewer of the entries of a sample is rare. */
const RARE_SHARE = 0.1
/** In percent of the log. */
const SAMPLE = 0.1
/** So many of a list's first entries say how long the way is until a page is full; fewer finds say nothing. */
const FIRST = 1_000
const OFTEN = 5
const LONGEST_WAY = 100_000

/** In so many of the newest entries a text of one or two letters is looked for. */
export const SEARCHED = 10_000

/** What else the entries have to be, in which order they are listed, and how many up to the end of the page. */
interface Wanted {
  where: RawBuilder<SqlBool>
  order: RawBuilder<unknown>
  rows: number
}

/** The entries of the log, called `l`, as they stand behind `from`. */
export interface Sources {
  page: RawBuilder<unknown>
  count: RawBuilder<unknown>
}

const TEXT = sql.ref('l.search')
/** The same, out of reach of the index. */
const READ_TEXT = sql`(l.search collate "C")`

/** How a text in the server log is found. */
export function serverLogSearch({ db }: Pick<Connection, 'db'>, sample = SAMPLE) {
  /** One or two letters, which no index of trigrams knows: in the newest entries alone. */
  function ofLetters(search: string, { where }: Wanted): Sources {
    return everywhere(sql`${where} and ${foldedContains(TEXT, search)}
      and l.seq >= coalesce((select seq from server_logs order by seq desc offset ${SEARCHED - 1} limit 1), 0)`)
  }

  /**
   * Of more letters: in the index, yet only by what is rare. To intersect what stands in every entry takes the index longer than all the rest.
   * A page is read entry by entry where the first ones say that it is full soon.
   */
  async function ofText(search: string, { where, order, rows: wanted }: Wanted): Promise<Sources> {
    const counts = triplesOf(search).map((triple) => sql`count(*) filter (where ${foldedContains(TEXT, triple)})`)
    const { rows } = await sql<{ counts: number[]; soon: number }>`
      select (select array[count(*), ${sql.join(counts)}]::int[] from
          (select search from server_logs tablesample system (${sample}) repeatable (1) limit 2000) l) as counts,
        (select count(*) from (select l.search from server_logs l where ${where} order by ${order} limit ${FIRST}) l
          where ${foldedContains(TEXT, search)}) as soon`.execute(db)
    const { counts: [read = 0, ...found] = [], soon = 0 } = rows[0] ?? {}
    const runs = rareRuns(
      search,
      found.map((count) => count <= read * RARE_SHARE),
    )
    const matches = sql`${where} and ${foldedContains(READ_TEXT, search)}`
    if (runs.length === 0) return everywhere(sql`${where} and ${foldedContains(TEXT, search)}`)
    const byIndex = all(sql.join([matches, ...runs.map((run) => foldedContains(TEXT, run))], sql` and `))
    // The `offset` keeps PostgreSQL from hoping to meet them soon all the same.
    const isFullSoon = soon >= OFTEN && (wanted * FIRST) / soon <= LONGEST_WAY
    return { count: byIndex, page: isFullSoon ? all(matches) : sql`(select * from ${byIndex} offset 0) l` }
  }

  return {
    sources: async (search: string, wanted: Wanted): Promise<Sources> =>
      isTooShortForIndex(search) ? ofLetters(search, wanted) : ofText(search, wanted),
  }
}

/** All entries that are so. */
export function everywhere(where: RawBuilder<unknown>): Sources {
  return both(all(where))
}

function all(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`server_logs l where ${where}`
}

function both(source: RawBuilder<unknown>): Sources {
  return { page: source, count: source }
}

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { BYTES_OF_LETTER, bitOf, pairsIn } from './letter-pairs.rules.ts'
import { visibleOrder } from './visible-order.repository.ts'

/** Entries of a block, by their numbers. */
const BLOCK = 64
const BLOCKS_AT_ONCE = 100
/** An entry that turns up late stands at most so far behind the last one behind which nothing turns up: a batch is 500. */
const MARGIN = 4_096
/** A text that stands in more blocks, or in more of all, is met soon enough on the way through all entries. */
const MOST_BLOCKS = 1_000
const MOST_OF_ALL = 0.25

/** Stretches of the log, by number: `firsts` and, one behind each last, `ends`. */
export interface Stretches {
  firsts: number[]
  ends: number[]
}

/** Which pairs of letters stand in the server log, noted block by block some time after its entries were written. */
export function serverLogBlocks({ db }: Pick<Connection, 'db'>) {
  const visible = visibleOrder('server_logs', 'seq', db)

  return {
    /** Notes the next blocks and forgets those whose entries are gone. @returns how many it noted. */
    async keepUp(margin = MARGIN): Promise<number> {
      const end = Math.floor(((await visible.last()) - margin + 1) / BLOCK)
      const { rows } = await sql<{ block: number; search: string }>`
        with next as (select min(seq) / ${BLOCK}::bigint as block from server_logs
          where seq >= (select coalesce(max(block) + 1, 0) * ${BLOCK}::bigint from server_log_blocks))
        select l.seq / ${BLOCK}::bigint as block, l.search from next, server_logs l
        where l.seq >= next.block * ${BLOCK}::bigint
          and l.seq < least(next.block + ${BLOCKS_AT_ONCE}::bigint, ${end}::bigint) * ${BLOCK}::bigint`.execute(db)
      const blocks = [...Map.groupBy(rows, ({ block }) => block)]
      const pairs = blocks.map(([, entries]) => pairsIn(entries.map(({ search }) => search)))
      await sql`insert into server_log_blocks select * from unnest(${blocks.map(([block]) => block)}::bigint[], ${pairs}::bytea[])
        on conflict do nothing`.execute(db)
      await sql`delete from server_log_blocks where block < (select min(seq) / ${BLOCK}::bigint from server_logs)`.execute(
        db,
      )
      return blocks.length
    },

    /** Where a text of one or two letters can stand, what is not noted so far among it; null: in too much of the log. */
    async find(search: string): Promise<Stretches | null> {
      const { rows: folded } = await sql<{ part: string }>`select fold_text(${search}) as part`.execute(db)
      const { rows } = await sql<{ blocks: number[]; first: number; newer: number; last: number }>`
        with noted as (select coalesce((select max(block) + 1 from server_log_blocks) * ${BLOCK}::bigint, 0) as until)
        select array(select block::int from server_log_blocks where ${isNoted(folded[0]?.part ?? '')} limit ${MOST_BLOCKS + 1}) as blocks,
          coalesce((select min(seq) from server_logs), 0) as first,
          coalesce((select min(seq) from server_logs where seq >= noted.until), noted.until) as newer,
          coalesce((select max(seq) from server_logs), 0) as last
        from noted`.execute(db)
      const { blocks, first, newer, last } = rows[0] ?? { blocks: [], first: 0, newer: 0, last: 0 }
      const wanted = blocks.length * BLOCK + Math.max(0, last - newer)
      if (wanted > Math.min(MOST_BLOCKS * BLOCK, (last - first) * MOST_OF_ALL)) return null
      const firsts = blocks.map((block) => block * BLOCK)
      return { firsts: [...firsts, newer], ends: [...firsts.map((seq) => seq + BLOCK), Number.MAX_SAFE_INTEGER] }
    },
  }
}

function isNoted(part: string): RawBuilder<SqlBool> {
  const bit = bitOf(part)
  return part.length === 1
    ? sql<SqlBool>`bit_count(substring(pairs from ${bit / 8 + 1}::int for ${BYTES_OF_LETTER}::int)) > 0`
    : sql<SqlBool>`get_bit(pairs, ${bit}::bigint) = 1`
}

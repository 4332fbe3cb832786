import type { KeptLevel } from '@dalyan/contracts/measurement-retention'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import { KEPT_COLUMNS } from '../rollups/kept.rules.ts'
import type { Month } from '../storing/partitions.sql.ts'

// SQL text because partitions and their sizes stand in the catalogue, and functions of the owner drop them.

/** The tables with partitions, by level. */
export const PARTITIONED = { raw: 'measurements', '15m': 'rollup_15m' } as const
export type PartitionedLevel = keyof typeof PARTITIONED

/** The tables whose expired rows are deleted, each with an index that begins with `bucket`. */
const ROW_TABLES = {
  '15m': ['out_of_range_15m'],
  '6h': ['rollup_6h', 'rollup_day', 'out_of_range_6h', 'counts_day'],
} as const
type RowLevel = keyof typeof ROW_TABLES

// Citus refuses row addresses.
const deleteByKey = (
  table: string,
) => `with expired as (select terminal_id, tank_id, bucket from ${table} where bucket < $1 limit $2)
delete from ${table} d using expired e where (d.terminal_id, d.tank_id, d.bucket) = (e.terminal_id, e.tank_id, e.bucket)`

export function retentionRepository({ query, isDistributed }: Connection) {
  /** The size of a table on all nodes. */
  const size = isDistributed ? 'citus_total_relation_size' : 'pg_total_relation_size'

  return {
    /** The months of a level that have a partition and end by an instant, the oldest first, with their bytes on disk. */
    async monthsUntil(level: PartitionedLevel, until: string): Promise<{ month: Month; end: string; bytes: number }[]> {
      const { rows } = await query<{ month: Month; end: string; bytes: string }>(
        // Materialized, because other names in the catalogue are no months, and a condition on the end would be tried on them.
        `with part as materialized (
          select replace(right(c.relname, 7), '_', '-') as month, c.oid
          from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass
        ), ending as (
          select month, oid, (to_date(month, 'YYYY-MM') + interval '1 month') at time zone 'UTC' as "end" from part
        )
        select month, "end", ${size}(oid) as bytes from ending where "end" <= $2 order by month`,
        [PARTITIONED[level], until],
      )
      return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }))
    },

    /** Whether every reading before an instant is in the roll-ups. */
    async isRolledUp(until: string): Promise<boolean> {
      const { rows } = await query<{ done: boolean }>(
        `select done_until >= $1 and not exists (select 1 from rollup_dirty where bucket < $1) as done from rollup_state`,
        [until],
      )
      return rows[0]?.done ?? false
    },

    /** Moves the instant since when a level is complete; never back. */
    async moveKept(level: KeptLevel, until: string): Promise<void> {
      const column = KEPT_COLUMNS[level]
      await query(`update rollup_state set ${column} = greatest(${column}, $1)`, [until])
    },

    /** Takes a month out of its table. @throws a database error when the table is in use for too long */
    async detach(level: PartitionedLevel, month: Month): Promise<void> {
      await query('select detach_month($1, $2)', [PARTITIONED[level], `${month}-01`])
    },

    async dropDetached(): Promise<void> {
      await query('select drop_detached_months()')
    },

    /** Deletes some rows of a level from before an instant. @returns whether there may be more */
    async deleteSome(level: RowLevel, before: string, most: number): Promise<boolean> {
      let isMore = false
      for (const table of ROW_TABLES[level]) {
        const deletion = isDistributed
          ? deleteByKey(table)
          : `delete from ${table} where ctid = any(array(select ctid from ${table} where bucket < $1 limit $2))`
        const { rowCount } = await query(deletion, [before, most])
        if (rowCount === most) isMore = true
      }
      return isMore
    },

    /** Bytes on disk of each level, with indexes. */
    async bytes(): Promise<Record<KeptLevel, number>> {
      const partitions = (table: string) =>
        `(select coalesce(sum(${size}(inhrelid)), 0) from pg_inherits where inhparent = '${table}'::regclass)`
      const { rows } = await query<Record<KeptLevel, string>>(
        `select ${partitions('measurements')} as raw,
          ${partitions('rollup_15m')} + pg_total_relation_size('out_of_range_15m') as "15m",
          ${size}('rollup_6h') + ${size}('rollup_day') + pg_total_relation_size('out_of_range_6h') + ${size}('counts_day') as "6h"`,
      )
      const of = (level: KeptLevel) => Number(rows[0]?.[level] ?? 0)
      return { raw: of('raw'), '15m': of('15m'), '6h': of('6h') }
    },

    /** The oldest that is left of each level. The counts lead to it, because no index orders all readings by time; readings without one are too new. */
    async oldest({
      raw,
      '15m': quarters,
    }: Readonly<Record<PartitionedLevel, number>>): Promise<Record<KeptLevel, string | null>> {
      const { rows } = await query<Record<KeptLevel, string | null>>(
        `select (select min(measured_at) from measurements m,
            (select min(bucket) as day from counts_day where bucket >= $1) first
            where m.measured_at >= first.day and m.measured_at < first.day + interval '1 day') as raw,
          (select min(bucket) from counts_day where bucket >= $2) as "15m",
          (select min(bucket) from rollup_6h) as "6h"`,
        [instantAt(raw), instantAt(quarters)],
      )
      return rows[0] ?? { raw: null, '15m': null, '6h': null }
    },

    /** The number of readings of full months. */
    async countReadings(from: string, before: string): Promise<number> {
      const { rows } = await query<{ n: string }>(
        'select coalesce(sum(n), 0) as n from counts_month where bucket >= $1 and bucket < $2',
        [from, before],
      )
      return Number(rows[0]?.n ?? 0)
    },

    /** The part of all months with readings that lies before an instant. */
    async shareOfMonths(before: string): Promise<number> {
      const { rows } = await query<{ share: number | null }>(
        `select count(*) filter (where bucket < $1)::float8 / nullif(count(*), 0) as share from (select distinct bucket from counts_month) month`,
        [before],
      )
      return rows[0]?.share ?? 0
    },
  }
}

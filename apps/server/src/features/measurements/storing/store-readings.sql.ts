import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { instantAt } from '../../../core/clock.ts'
import { int2Array, int4Array, realArray, timestampArray } from '../../../core/database/binary-arrays.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { NewestValues } from './merge-readings.rules.ts'
import type { EvaluatedReading, Reading, RefusedValues } from './reading.ts'

// SQL text because it is a hot path: prepared statements with arrays write every batch of readings here.

const each = (write: (metric: string) => string) => METRIC_KEYS.map(write).join(', ')
const unnest = (types: readonly string[], names: string) =>
  `unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')}) with ordinality as b(${names}, ord)`
/** The same rows, in the order of the arrays, as a select list: PostgreSQL keeps what stands in `from` in a store for each array, which takes twice as long. */
const selectRows = (types: readonly string[], names: string) =>
  `select ${names
    .split(', ')
    .map((name, i) => `unnest($${i + 1}::${types[i]}[]) as ${name}`)
    .join(', ')}`

const reals = METRIC_KEYS.map(() => 'real')
const ROW = `terminal_id, tank_id, measured_at, received_at, flags, ${each((m) => m)}, refused`
const ROW_TYPES = ['int', 'int', 'timestamptz', 'timestamptz', 'smallint', ...reals, 'jsonb']

// Half the work of the next one, which looks for each key before it inserts and confirms each row in the log.
const INSERT_NEW = {
  name: 'measurements_insert_new',
  text: `insert into measurements (${ROW}) ${selectRows(ROW_TYPES, ROW)}`,
}
const INSERT = { name: 'measurements_insert', text: `${INSERT_NEW.text} on conflict do nothing` }
// Citus counts the given rows instead of the inserted ones, unless it returns them. (Returning them takes PostgreSQL alone longer.)
const INSERT_DISTRIBUTED = { name: 'measurements_insert_distributed', text: `${INSERT.text} returning terminal_id` }
// Rows inserted by this transaction have its own id as xmin; the others existed before. They are locked inside the
// lateral query, which the planner cannot turn into a join over the full table.
const FIND_STORED = {
  name: 'measurements_find_stored',
  text: `select (b.ord - 1)::int as index, m.* from ${unnest(['int', 'timestamptz'], 't, at')} cross join lateral (
  select tank_id, ${each((m) => m)}, refused from measurements
  where terminal_id = b.t and measured_at = b.at and xmin <> pg_current_xact_id()::xid for update
) m order by b.ord`,
}
// The keys exist, so this is an update that finds each row by the key's index.
// Citus cannot lock rows of several nodes. Two writers that add to the same reading at once both add what it lacks.
const FIND_STORED_DISTRIBUTED = {
  name: 'measurements_find_stored_distributed',
  text: `select (b.ord - 1)::int as index, m.tank_id, ${each((m) => `m.${m}`)}, m.refused from ${unnest(['int', 'timestamptz'], 't, at')}
join measurements m on m.terminal_id = b.t and m.measured_at = b.at and m.measured_at >= $3 and m.measured_at <= $4
where m.xmin <> pg_current_xact_id()::xid order by b.ord`,
}
const ADD_METRICS = {
  name: 'measurements_add_metrics',
  text: `insert into measurements as m (${ROW}) ${selectRows(ROW_TYPES, ROW)}
on conflict (terminal_id, measured_at) do update set flags = m.flags | (excluded.flags & ~1), ${each((m) => `${m} = coalesce(m.${m}, excluded.${m})`)},
refused = case when excluded.refused is null then m.refused else excluded.refused || coalesce(m.refused, '{}') end`,
}
const IN_FORCE = {
  name: 'measurements_in_force',
  text: 'select version, (select mark_until from rollup_state) as mark_until from limits_version',
}
const LATEST_ROW = `terminal_id, tank_id, measured_at, received_at, ${each((m) => m)}, ${each((m) => `${m}_at`)}, refused`
const LATEST_TYPES = ['int', 'int', 'timestamptz', 'timestamptz', ...reals, ...reals.map(() => 'timestamptz'), 'jsonb']
// The time of a value is left out where it is that of its reading.
const LATEST = {
  name: 'measurements_latest',
  text: `insert into latest as l (${LATEST_ROW})
select terminal_id, tank_id, measured_at, received_at, ${each((m) => m)},
${each((m) => `coalesce(${m}_at, case when ${m} is not null then measured_at end)`)}, refused
from (${selectRows(LATEST_TYPES, LATEST_ROW)}) b
on conflict (terminal_id, tank_id) do update set
measured_at = greatest(l.measured_at, excluded.measured_at), received_at = greatest(l.received_at, excluded.received_at),
refused = case when excluded.refused is null then l.refused else coalesce(l.refused, '{}') || excluded.refused end,
${each(
  (m) => `${m} = case when excluded.${m}_at > coalesce(l.${m}_at, '-infinity') then excluded.${m} else l.${m} end,
${m}_at = greatest(l.${m}_at, excluded.${m}_at)`,
)}`,
}
// A value out of range may extend into later buckets, and a late reading may end such a value there. Locking the row
// even when it exists makes the roll-up job wait for this transaction, and see its rows. Buckets whose readings were dropped stay as they are.
const MARK_LATE = {
  name: 'measurements_mark_late',
  text: `insert into rollup_dirty as d select distinct b.t, bucket from ${unnest(['int', 'timestamptz'], 't, at')},
lateral (
  select stale_after((select coalesce(t.expected_interval_seconds, p.usual_interval_seconds)
    from terminals t left join terminal_presence p on p.terminal_id = t.id where t.id = b.t)) as holds offset 0
) s, generate_series(date_bin('15 min', b.at, 'epoch'), b.at + s.holds, interval '15 min') bucket
where b.at < (select mark_until from rollup_state) and bucket < (select mark_until from rollup_state)
and bucket >= (select raw_from from rollup_state) order by 1, 2
on conflict (terminal_id, bucket) do update set bucket = excluded.bucket`,
}

/** A stored reading with the key of a given one: the index of the given one, and the stored tank and values. */
export interface StoredReading {
  index: number
  tank_id: number | null
  values: (number | null)[]
  refused: RefusedValues
}

/** The first and the last instant: constants, by which the planner of each node skips partitions. */
function endsOf(readings: readonly Reading[]): Instant[] {
  const times = readings.map((reading) => reading.measured_at)
  return [instantAt(Math.min(...times)), instantAt(Math.max(...times))]
}

/** The driver returns a real's shortest decimal; readings contain the real itself. */
const asReal = (value: number | null | undefined) => (value === null || value === undefined ? null : Math.fround(value))

const withInstants = (refused: NonNullable<NewestValues['refused']>) =>
  Object.fromEntries(
    Object.entries(refused).map(([key, { value, reason, at }]) => [key, { value, reason, measured_at: instantAt(at) }]),
  )

/** A column of objects as JSON. Values are refused rarely: an empty array stands for a column of nulls. */
function jsonArray<T>(items: readonly T[], pick: (item: T) => object | null): (string | null)[] {
  if (items.every((item) => pick(item) === null)) return []
  return items.map((item) => {
    const object = pick(item)
    return object === null ? null : JSON.stringify(object)
  })
}

/** The times of one metric's values; an empty array, which stands for a column of nulls, where all are those of their rows. */
function timesOf(newest: readonly NewestValues[], index: number): Buffer | never[] {
  const isOfRow = ({ times, measured_at }: NewestValues) => (times[index] ?? measured_at) === measured_at
  return newest.every(isOfRow) ? [] : timestampArray(newest, ({ times }) => times[index] ?? null)
}

/** Writes readings on one connection. */
export function storeReadingsRepository({ query, isDistributed }: Connection) {
  const terminals = (readings: readonly Reading[]) => int4Array(readings, (reading) => reading.terminal_id)
  const times = (readings: readonly Reading[]) => timestampArray(readings, (reading) => reading.measured_at)
  const values = (rows: readonly { values: readonly (number | null)[] }[]) =>
    METRIC_KEYS.map((_, i) => realArray(rows, (row) => row.values[i] ?? null))

  const rowsOf = (readings: readonly EvaluatedReading[]) => [
    terminals(readings),
    int4Array(readings, (reading) => reading.tank_id),
    times(readings),
    timestampArray(readings, (reading) => reading.received_at),
    int2Array(readings, (reading) => reading.out_of_range | (reading.clock_skew ? 1 : 0)),
    ...values(readings),
    jsonArray(readings, (reading) => reading.refused),
  ]

  return {
    /**
     * The version of the limits, and the instant (epoch milliseconds) before which readings are late. Neither changes for this transaction once it
     * has the writers' lock.
     */
    async readInForce(): Promise<{ version: number; lateBefore: number }> {
      const { rows } = await query<{ version: number; mark_until: Instant }>(IN_FORCE)
      const [row] = rows
      return { version: row?.version ?? 0, lateBefore: row ? Date.parse(row.mark_until) : Infinity }
    },

    /** Inserts readings whose keys do not exist. @returns their number. @throws the database's error when one does */
    async insertNew(readings: readonly EvaluatedReading[]): Promise<number> {
      await query({ ...INSERT_NEW, values: rowsOf(readings) })
      return readings.length
    },

    /** @returns the number of new readings; the keys of the others existed. */
    async insertMany(readings: readonly EvaluatedReading[]): Promise<number> {
      const { rowCount } = await query({ ...(isDistributed ? INSERT_DISTRIBUTED : INSERT), values: rowsOf(readings) })
      return rowCount ?? 0
    },

    /** The stored readings whose keys existed before this transaction, locked. */
    async findStoredBefore(readings: readonly Reading[]): Promise<StoredReading[]> {
      type StoredRow = Pick<StoredReading, 'index' | 'tank_id' | 'refused'> & Record<MetricKey, number | null>
      const keys = [terminals(readings), times(readings)]
      const { rows } = isDistributed
        ? await query<StoredRow>({ ...FIND_STORED_DISTRIBUTED, values: [...keys, ...endsOf(readings)] })
        : await query<StoredRow>({ ...FIND_STORED, values: keys })
      return rows.map((row) => ({
        index: row.index,
        tank_id: row.tank_id,
        values: METRIC_KEYS.map((m) => asReal(row[m])),
        refused: row.refused,
      }))
    },

    /** Adds metrics that the stored readings lack, with their evaluation. */
    async addMetrics(readings: readonly EvaluatedReading[]): Promise<void> {
      await query({ ...ADD_METRICS, values: rowsOf(readings) })
    },

    /** Moves the latest values forward; older values change nothing. */
    async updateLatest(newest: readonly NewestValues[]): Promise<void> {
      const parameters = [
        int4Array(newest, (row) => row.terminal_id),
        int4Array(newest, (row) => row.tank_id),
        timestampArray(newest, (row) => row.measured_at),
        timestampArray(newest, (row) => row.received_at),
        ...values(newest),
        ...METRIC_KEYS.map((_, i) => timesOf(newest, i)),
        jsonArray(newest, (row) => row.refused && withInstants(row.refused)),
      ]
      await query({ ...LATEST, values: parameters })
    },

    /** Marks the buckets to be rolled up again. */
    async markLate(readings: readonly Reading[]): Promise<void> {
      await query({ ...MARK_LATE, values: [terminals(readings), times(readings)] })
    },
  }
}

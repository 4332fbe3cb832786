import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Instant } from '@dalyan/contracts/instant'
import type { Database } from '../../../core/database/database.ts'
import { measuredValues, type RefusedValues } from '../storing/reading.ts'
import { isLive, type GateReading } from './quality-gate.rules.ts'

// SQL text because the rows of each terminal come from three parts of its history.

/** The number of conductivities that make the base. */
const READINGS = 96
/** Refusals beyond this number change nothing. */
const REFUSALS = 200

const COLUMNS = ['terminal_id', 'measured_at', 'received_at', 'refused', ...METRIC_KEYS]
  .map((column) => `m.${column}`)
  .join(', ')

/**
 * SQL: the readings that restore the gate of one terminal: its last readings, the last accepted conductivities (the base, however long the sonde has been
 * out of the water), and what was refused within a day. The second are not read where the last readings have all of them. $2: now
 */
const lastOf = (terminal: string) => `with last as materialized (select ${COLUMNS} from measurements m
  where m.terminal_id = ${terminal} and m.measured_at > $2::timestamptz - interval '7 days' and m.measured_at <= $2::timestamptz + interval '5 min'
  order by m.measured_at desc limit ${READINGS})
select * from last
union
(select ${COLUMNS} from measurements m,
  (select max(conductivity_at) as at from latest where terminal_id = ${terminal}) l
  where (select count(conductivity) from last) < ${READINGS}
    and m.terminal_id = ${terminal} and m.measured_at <= l.at and m.measured_at > l.at - interval '7 days' and m.conductivity is not null
  order by m.measured_at desc limit ${READINGS})
union
(select ${COLUMNS} from measurements m
  where m.terminal_id = ${terminal} and m.refused is not null and m.refused::text ~ '"(code|bounds|step)"'
  and m.measured_at > $2::timestamptz - interval '1 day' order by m.measured_at desc limit ${REFUSALS})`

const inOrder = (value: string) => `array_to_json(array_agg(${value} order by x.measured_at))`
// `date_part` computes in float8, exact enough for milliseconds; `extract` computes in numeric, which is slower.
const millisOf = (column: string) => inOrder(`(date_part('epoch', x.${column}) * 1000)::bigint`)
/** SQL: null instead of an array that has nothing but nulls. */
const unlessEmpty = (column: string) => `case when count(x.${column}) > 0 then ${inOrder(`x.${column}`)} end`

/**
 * SQL: `StoredReadings` of each terminal. After a start all terminals report at once; arrays of columns take half the time of an array for each
 * reading, and less than rows.
 */
const AS_JSON = `json_build_array(${millisOf('measured_at')}, ${millisOf('received_at')}, ${unlessEmpty('refused')},
  json_build_array(${METRIC_KEYS.map(unlessEmpty).join(', ')})) as readings`

const OF_MANY = {
  name: 'quality_gates_last',
  text: `select t.id as terminal_id, ${AS_JSON} from unnest($1::int[]) t(id) cross join lateral (${lastOf('t.id')}) x group by t.id`,
}
// Citus refuses a limit for each row of a list.
const OF_ONE = {
  name: 'quality_gates_last_of_one',
  text: `select x.terminal_id, ${AS_JSON} from (${lastOf('$1::int')}) x group by x.terminal_id`,
}

/** The readings of a terminal by columns, in the order of their own time: times in epoch milliseconds, values in the order of the registry (`METRICS`). */
type StoredReadings = [
  measuredAt: number[],
  receivedAt: number[],
  refused: RefusedValues[] | null,
  values: ((number | null)[] | null)[],
]
type GateRow = { terminal_id: number; readings: StoredReadings }

/** The readings that restore the gate of each of these terminals, in the order of their own time; none for a new terminal. */
export async function findGatedReadings(
  { query, isDistributed }: Pick<Database, 'query' | 'isDistributed'>,
  terminalIds: readonly number[],
  now: Instant,
): Promise<Map<number, GateReading[]>> {
  const found: GateRow[] = []
  if (isDistributed)
    for (const id of terminalIds) found.push(...(await query<GateRow>({ ...OF_ONE, values: [id, now] })).rows)
  else found.push(...(await query<GateRow>({ ...OF_MANY, values: [[...terminalIds], now] })).rows)
  return new Map(found.map(({ terminal_id, readings }) => [terminal_id, gateReadings(readings)]))
}

function gateReadings([measuredAt, receivedAt, refused, columns]: StoredReadings): GateReading[] {
  return measuredAt.map((measured_at, i) => {
    const values = columns.map((column) => column?.[i] ?? null)
    const received = receivedAt[i] ?? measured_at
    return {
      measured_at,
      isLive: isLive(measured_at, received),
      values: measuredValues({ values, refused: refused?.[i] ?? null }),
    }
  })
}

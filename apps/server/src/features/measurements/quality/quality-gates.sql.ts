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
 * out of the water), and what was refused within a day. $2: now
 */
const lastOf = (terminal: string) => `(select ${COLUMNS} from measurements m
  where m.terminal_id = ${terminal} and m.measured_at > $2::timestamptz - interval '7 days' and m.measured_at <= $2::timestamptz + interval '5 min'
  order by m.measured_at desc limit ${READINGS})
union
(select ${COLUMNS} from measurements m,
  (select max(conductivity_at) as at from latest where terminal_id = ${terminal}) l
  where m.terminal_id = ${terminal} and m.measured_at <= l.at and m.measured_at > l.at - interval '7 days' and m.conductivity is not null
  order by m.measured_at desc limit ${READINGS})
union
(select ${COLUMNS} from measurements m
  where m.terminal_id = ${terminal} and m.refused is not null and m.refused::text ~ '"(code|bounds|step)"'
  and m.measured_at > $2::timestamptz - interval '1 day' order by m.measured_at desc limit ${REFUSALS})`

/** SQL: one JSON array for each terminal, which is read in a fifth of the time of its rows: after a start all terminals report at once. */
const AS_JSON = `json_agg(json_build_array(${['measured_at', 'received_at'].map((at) => `(extract(epoch from x.${at}) * 1000)::bigint`).join(', ')},
  x.refused, array[${METRIC_KEYS.map((metric) => `x.${metric}`).join(', ')}]) order by x.measured_at) as readings`

const OF_MANY = {
  name: 'quality_gates_last',
  text: `select t.id as terminal_id, ${AS_JSON} from unnest($1::int[]) t(id) cross join lateral (${lastOf('t.id')}) x group by t.id`,
}
// Citus refuses a limit for each row of a list.
const OF_ONE = {
  name: 'quality_gates_last_of_one',
  text: `select x.terminal_id, ${AS_JSON} from (${lastOf('$1::int')}) x group by x.terminal_id`,
}

/** Times in epoch milliseconds; the values in the order of the registry (`METRICS`). */
type StoredReading = [measuredAt: number, receivedAt: number, refused: RefusedValues, values: (number | null)[]]
type GateRow = { terminal_id: number; readings: StoredReading[] }

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
  return new Map(found.map(({ terminal_id, readings }) => [terminal_id, readings.map(asGateReading)]))
}

function asGateReading([measured_at, receivedAt, refused, values]: StoredReading): GateReading {
  return { measured_at, isLive: isLive(measured_at, receivedAt), values: measuredValues({ values, refused }) }
}

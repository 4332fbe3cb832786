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

const OF_MANY = {
  name: 'quality_gates_last',
  text: `select x.* from unnest($1::int[]) t(id) cross join lateral (${lastOf('t.id')}) x order by x.terminal_id, x.measured_at`,
}
// Citus refuses a limit for each row of a list.
const OF_ONE = {
  name: 'quality_gates_last_of_one',
  text: `select x.* from (${lastOf('$1::int')}) x order by x.measured_at`,
}

type GateRow = { terminal_id: number; measured_at: Instant; received_at: Instant; refused: RefusedValues } & Record<
  (typeof METRIC_KEYS)[number],
  number | null
>

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
  const readings = found.map(({ terminal_id, measured_at, received_at, refused, ...row }) => ({
    terminal_id,
    measured_at: Date.parse(measured_at),
    isLive: isLive(Date.parse(measured_at), Date.parse(received_at)),
    values: measuredValues({ values: METRIC_KEYS.map((key) => row[key]), refused }),
  }))
  return Map.groupBy(readings, ({ terminal_id }) => terminal_id)
}

import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { Instant } from '@dalyan/contracts/instant'
import type { TankStatus } from '@dalyan/contracts/tanks'
import type { TerminalStatus } from '@dalyan/contracts/terminals'
import { int4Array } from '../../../core/database/binary-arrays.ts'
import { sql } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import type { EvaluatedReading } from '../../measurements/storing/reading.ts'
import type { StoredExcursion, HeldSpan, MetricLimits, ReportedValue } from './limit-state.rules.ts'

// SQL text because it is hot: every batch of readings reads the candidates, and one statement writes all changes.

const OUT = {
  name: 'alarms_out',
  text: `select version, array(select distinct terminal_id from alarm_excursions where terminal_id = any($1::int[])) as terminals
from limits_version`,
}

// Rows with this transaction's own id were written by it; all others were stored and evaluated before. A row to which this transaction only
// added other metrics (`grown`) was evaluated before for this metric.
const EVALUATED_UNTIL = {
  name: 'alarms_evaluated_until',
  text: `select q.terminal_id, q.metric, n.measured_at
from json_to_recordset($1) as q(terminal_id int, metric text, since timestamptz, grown timestamptz[])
cross join lateral (select m.measured_at from measurements m
where m.terminal_id = q.terminal_id and m.measured_at >= q.since
and (m.xmin <> pg_current_xact_id()::xid or m.measured_at = any(q.grown))
and case q.metric ${METRIC_KEYS.map((m) => `when '${m}' then m.${m}`).join(' ')} end is not null
order by m.measured_at desc limit 1) n`,
}

// Citus refuses a limit for each row of a list. $2: the earliest instant, by which nodes skip partitions.
const EVALUATED_UNTIL_DISTRIBUTED = {
  name: 'alarms_evaluated_until_distributed',
  text: `select q.terminal_id, q.metric, max(m.measured_at) as measured_at
from json_to_recordset($1) as q(terminal_id int, metric text, since timestamptz, grown timestamptz[])
join measurements m on m.terminal_id = q.terminal_id and m.measured_at >= q.since
where m.measured_at >= $2 and (m.xmin <> pg_current_xact_id()::xid or m.measured_at = any(q.grown))
and case q.metric ${METRIC_KEYS.map((m) => `when '${m}' then m.${m}`).join(' ')} end is not null
group by 1, 2`,
}

const EXCURSION_COLUMNS =
  'terminal_id, tank_id, metric, kind, severity, holds, value, peak, out_since, last_at, readings'
const UPSERT_EXCURSIONS = `insert into alarm_excursions (${EXCURSION_COLUMNS}) select ${EXCURSION_COLUMNS}
from json_to_recordset($1) as r(terminal_id int, tank_id int, metric text, kind text, severity text, holds boolean,
value real, peak real, out_since timestamptz, last_at timestamptz, readings int)
on conflict (terminal_id, tank_id, metric, kind) do update set severity = excluded.severity, holds = excluded.holds,
value = excluded.value, peak = excluded.peak, out_since = excluded.out_since, last_at = excluded.last_at,
readings = excluded.readings`
const DELETE_EXCURSIONS = `delete from alarm_excursions e using json_to_recordset($1) as r(terminal_id int, tank_id int, metric text, kind text)
where (e.terminal_id, e.tank_id, e.metric, e.kind) = (r.terminal_id, r.tank_id, r.metric, r.kind)`

export interface EvaluatedTank {
  id: number
  status: TankStatus
  /** In the order of the registry; null: no template, or an inactive one. */
  limits: MetricLimits[] | null
}

/** A mode of a tank, running or over. */
export interface HoldingMode extends HeldSpan {
  tank_id: number
  metrics: MetricKey[]
}

/** A device that is on a tank now. */
export interface AssignedTerminal {
  id: number
  tank_id: number
  status: TerminalStatus
  /** Expected, else usual; null: unknown. */
  interval_seconds: number | null
}

/** A value of a terminal on a tank, to be evaluated. */
export interface EvaluatedValue extends ReportedValue {
  tank_id: number
  metric: MetricKey
}

/** Reads and writes what evaluation needs; each call must run in a transaction. */
export function evaluationRepository({ db, query, isDistributed }: Connection) {
  /** The limits of each metric by template; thousands of tanks share few templates. */
  async function findLimits(templates: readonly number[]): Promise<Map<number, MetricLimits[]>> {
    const rows = await db
      .selectFrom('range_templates')
      .select(['id', 'delay_seconds', 'lo', 'hi', 'critical_lo', 'critical_hi', 'severity'])
      .where('id', '=', sql<number>`any(${[...templates]})`)
      .where('active', '=', true)
      .execute()
    const limitsAt = (
      { lo, hi, critical_lo, critical_hi, severity, delay_seconds }: (typeof rows)[number],
      at: number,
    ) => ({
      min: lo[at] ?? null,
      max: hi[at] ?? null,
      critical_min: critical_lo[at] ?? null,
      critical_max: critical_hi[at] ?? null,
      severity: severity[at] ?? 'warning',
      delay_seconds,
    })
    return new Map(rows.map((row) => [row.id, METRIC_KEYS.map((_, index) => limitsAt(row, index))]))
  }

  return {
    /**
     * The terminals of the readings to evaluate: out of a limit now or before, or checked by outdated limits. For a change committed later,
     * `evaluateTanks` waits until these readings are stored and evaluates the latest values by the new limits.
     */
    async findCandidates(readings: readonly EvaluatedReading[]): Promise<Set<number>> {
      const values = [int4Array(readings, (reading) => reading.terminal_id)]
      const { rows } = await query<{ version: number; terminals: number[] }>({ ...OUT, values })
      const candidates = new Set(rows[0]?.terminals)
      for (const { terminal_id, out_of_range, refused, limits_version } of readings)
        if (out_of_range !== 0 || refused !== null || limits_version !== rows[0]?.version) candidates.add(terminal_id)
      return candidates
    },

    /** Only one transaction evaluates a tank at a time. Read everything anew after this lock. */
    async lockTanks(tankIds: readonly number[]): Promise<void> {
      await query('select id from tanks where id = any($1) order by id for no key update', [tankIds])
    },

    /** Makes writers of new readings for these tanks wait. Take it before the tanks' locks, as the writers do. */
    async lockLatest(tankIds: readonly number[]): Promise<void> {
      await query(
        'select terminal_id from latest where tank_id = any($1) order by terminal_id, tank_id for no key update',
        [tankIds],
      )
    },

    async findTanks(tankIds: readonly number[]): Promise<EvaluatedTank[]> {
      type TankRow = Pick<EvaluatedTank, 'id' | 'status'> & { range_template_id: number | null }
      const { rows } = await query<TankRow>('select id, status, range_template_id from tanks where id = any($1)', [
        tankIds,
      ])
      const limits = await findLimits([...new Set(rows.flatMap(({ range_template_id }) => range_template_id ?? []))])
      return rows.map(({ id, status, range_template_id: template }) => ({
        id,
        status,
        limits: limits.get(template ?? 0) ?? null,
      }))
    },

    /** The modes of these tanks that were not over at `since`. */
    async findModes(tankIds: readonly number[], since: Instant): Promise<HoldingMode[]> {
      return db
        .selectFrom('tank_modes')
        .select(['tank_id', 'metrics', 'started_at as from', 'until'])
        .where('tank_id', '=', sql<number>`any(${[...tankIds]}::int[])`)
        .where('until', '>', since)
        .execute()
    },

    async findTerminals(tankIds: readonly number[]): Promise<AssignedTerminal[]> {
      const { rows } = await query<AssignedTerminal>(
        `select t.id, a.tank_id, t.status, coalesce(t.expected_interval_seconds, p.usual_interval_seconds)::float8 as interval_seconds
from terminal_assignments a join terminals t on t.id = a.terminal_id and t.kind = 'device'
left join terminal_presence p on p.terminal_id = t.id where a.tank_id = any($1) and a.to_at is null`,
        [tankIds],
      )
      return rows
    },

    async findExcursions(tankIds: readonly number[]): Promise<StoredExcursion[]> {
      if (tankIds.length === 0) return []
      return db
        .selectFrom('alarm_excursions')
        .selectAll()
        .where('tank_id', 'in', [...tankIds])
        .execute()
    },

    async findTerminalStatuses(ids: readonly number[]): Promise<{ id: number; status: TerminalStatus }[]> {
      if (ids.length === 0) return []
      return db
        .selectFrom('terminals')
        .select(['id', 'status'])
        .where('id', 'in', [...ids])
        .execute()
    },

    /**
     * Per terminal and metric the newest reading stored before this transaction and not older than `since`. `grown`: readings to which this
     * transaction added only other metrics.
     */
    async findEvaluatedUntil(
      questions: readonly { terminal_id: number; metric: MetricKey; since: Instant; grown: readonly Instant[] }[],
    ): Promise<{ terminal_id: number; metric: MetricKey; measured_at: Instant }[]> {
      type LaterReadingRow = { terminal_id: number; metric: MetricKey; measured_at: Instant }
      const values = [JSON.stringify(questions)]
      const earliest = questions.map(({ since }) => since).sort()[0]
      const { rows } = isDistributed
        ? await query<LaterReadingRow>({ ...EVALUATED_UNTIL_DISTRIBUTED, values: [...values, earliest] })
        : await query<LaterReadingRow>({ ...EVALUATED_UNTIL, values })
      return rows
    },

    /** The newest value of each metric, refused or not, by the devices that are on these tanks. */
    async findLatest(tankIds: readonly number[]): Promise<EvaluatedValue[]> {
      const rows = await db
        .selectFrom('latest')
        .selectAll()
        .where('tank_id', 'in', [...tankIds])
        .execute()
      return rows.flatMap((row) =>
        METRIC_KEYS.flatMap((metric): EvaluatedValue[] => {
          const { terminal_id, tank_id, [metric]: value, [`${metric}_at` as const]: at } = row
          const ofMetric = { terminal_id, tank_id, metric }
          const rejected = row.refused?.[metric]
          if (rejected && rejected.measured_at > (at ?? ''))
            return [{ ...ofMetric, value: rejected.value, at: rejected.measured_at, refused: rejected.reason }]
          return value === null || at === null ? [] : [{ ...ofMetric, value, at, refused: null }]
        }),
      )
    },

    async upsertExcursions(excursions: readonly StoredExcursion[]): Promise<void> {
      if (excursions.length > 0) await query(UPSERT_EXCURSIONS, [JSON.stringify(excursions)])
    },

    async removeExcursions(excursions: readonly StoredExcursion[]): Promise<void> {
      if (excursions.length > 0) await query(DELETE_EXCURSIONS, [JSON.stringify(excursions)])
    },
  }
}

export type EvaluationRepository = ReturnType<typeof evaluationRepository>

import type { Interruption } from '@dalyan/contracts/home'
import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import { SHORTEST_ACKNOWLEDGEMENT_MINUTES } from '../machine/alarm-machine.rules.ts'
import type { SilencePause } from './silence.rules.ts'

// SQL text because the clock runs it for every terminal every few seconds.

/** Excursions that have lasted for their delay (those of a fault need several readings) and whose metric no mode of the tank holds. */
const DUE = `select e.tank_id, e.last_at, coalesce(t.expected_interval_seconds, p.usual_interval_seconds)::float8 as interval_seconds
from alarm_excursions e join tanks k on k.id = e.tank_id join range_templates r on r.id = k.range_template_id
join terminals t on t.id = e.terminal_id left join terminal_presence p on p.terminal_id = t.id
where not e.holds and (e.kind <> 'fault' or e.readings >= 3) and e.out_since <= $1::timestamptz - make_interval(secs => r.delay_seconds)
and not exists (select from tank_modes m where m.tank_id = e.tank_id and not m.is_over and m.until > $1 and e.metric = any(m.metrics))`

/** Alarms whose acknowledgement or shelving may have expired, and whose metric no mode of the tank holds; the rules decide. */
const AGED = `select id, tank_id from alarms a where closed_at is null
and (kind = 'silent' or not exists (
  select from tank_modes m where m.tank_id = a.tank_id and not m.is_over and m.until > $1 and a.metric = any(m.metrics)))
and (shelved_until <= $1 or (state = 'active_ack' and shelved_until is null and ack_since <= $1::timestamptz - interval '${SHORTEST_ACKNOWLEDGEMENT_MINUTES} min'))`

/** Tanks with alarms that no reading can clear: the server stopped between the commit of a change and its evaluation. */
const LEFT_OVER = `select e.tank_id from alarm_excursions e
join tanks k on k.id = e.tank_id left join range_templates r on r.id = k.range_template_id and r.active
where k.status <> 'active' or r.id is null or not exists (
  select from terminal_assignments a join terminals t on t.id = a.terminal_id and t.status = 'active'
  where a.terminal_id = e.terminal_id and a.tank_id = e.tank_id and a.to_at is null)
union
select s.tank_id from alarms s join tanks k on k.id = s.tank_id
where s.closed_at is null and s.kind = 'silent' and s.state in ('active_unack', 'active_ack') and (k.status <> 'active' or s.terminal_id is not null and not exists (
  select from terminal_assignments a join terminals t on t.id = a.terminal_id and t.status = 'active'
  where a.terminal_id = s.terminal_id and a.tank_id = s.tank_id and a.to_at is null))`

const each = (write: (metric: MetricKey) => string) => METRIC_KEYS.map(write).join(', ')

/** SQL: how long a terminal may deliver nothing; $2 is for those without a limit of their own. */
const LIMIT = 'make_interval(secs => coalesce(offline_after_seconds, $2))'

/** SQL: some metric may be behind its terminal's newest reading. `least` ignores metrics that were never delivered. */
const LACKS_ONE = `least(${each((m) => `${m}_at`)}) < measured_at - ${LIMIT}`

const SILENT = `select tank_id from alarms where kind = 'silent' and closed_at is null`

/** Tanks with a terminal whose newest instants are late, and tanks with a silence. Finds too many, but misses none. */
const LATE_TANKS = {
  name: 'alarms_silence_late_tanks',
  text: `with late as (
select l.terminal_id from latest l join terminals t on t.id = l.terminal_id and t.status = 'active' and t.kind = 'device'
where l.received_at < $1::timestamptz - ${LIMIT} or ${LACKS_ONE})
select tank_id from terminal_assignments where to_at is null and terminal_id in (select terminal_id from late) union ${SILENT}`,
}

// Of the tanks in $3, all terminals of each tank on which one may be silent. Readings older than the terminal itself are imported history, which
// it did not deliver. The times of the metrics are left out where nothing depends on them: when a site has lost its network, all of its terminals are
// read every few seconds. Without a name, because the best plan depends on the number of tanks.
const TERMINALS = `with watched as (
select t.id as terminal_id, a.tank_id, a.from_at as since, s.received_at as seen_at, l.measured_at,
${each((m) => `case when l.${m}_at >= t.created_at then greatest(l.${m}_at, (l.refused->'${m}'->>'measured_at')::timestamptz) end as ${m}_at`)},
coalesce(t.expected_interval_seconds, p.usual_interval_seconds)::float8 as interval_seconds,
t.offline_after_seconds
from terminal_assignments a
join tanks k on k.id = a.tank_id and k.status = 'active'
join terminals t on t.id = a.terminal_id and t.status = 'active' and t.kind = 'device'
left join terminal_presence p on p.terminal_id = t.id
left join latest l on l.terminal_id = t.id and l.tank_id = a.tank_id
left join lateral (select max(received_at) as received_at from latest x where x.terminal_id = t.id and x.received_at >= t.created_at) s on true
where a.to_at is null and a.tank_id = any($3))
select terminal_id, tank_id, since, seen_at, measured_at, interval_seconds, offline_after_seconds,
case when ${LACKS_ONE} or terminal_id in (select terminal_id from alarms where kind = 'silent' and metric is not null and closed_at is null)
then json_build_array(${each((m) => `round(extract(epoch from ${m}_at) * 1000)`)}) end as metrics_at
from watched where tank_id in (
select tank_id from watched where seen_at < $1::timestamptz - ${LIMIT} or ${LACKS_ONE} union ${SILENT})`

const NEXT_READINGS = {
  name: 'alarms_silence_next_readings',
  text: `select q.terminal_id, q.metric, n.measured_at as next_at
from json_to_recordset($1) as q(terminal_id int, metric text, after timestamptz)
cross join lateral (select m.measured_at from measurements m
  where m.terminal_id = q.terminal_id and m.measured_at > q.after order by m.measured_at limit 1) n
where not exists (select from alarms s where s.terminal_id = q.terminal_id and coalesce(s.metric, '') = q.metric and s.kind = 'silent'
  and s.closed_at is null and s.state in ('active_unack', 'active_ack'))`,
}

// Citus refuses a limit for each row of a list. $2: the earliest instant, by which nodes skip partitions.
const NEXT_READINGS_DISTRIBUTED = {
  name: 'alarms_silence_next_readings_distributed',
  text: `with q as materialized (
  select * from json_to_recordset($1) as q(terminal_id int, metric text, after timestamptz)
  where not exists (select 1 from alarms s where s.terminal_id = q.terminal_id and coalesce(s.metric, '') = q.metric and s.kind = 'silent'
    and s.closed_at is null and s.state in ('active_unack', 'active_ack')))
select q.terminal_id, q.metric, min(m.measured_at) as next_at from q
join measurements m on m.terminal_id = q.terminal_id and m.measured_at > q.after where m.measured_at > $2 group by 1, 2`,
}

/** Active tanks without an active terminal. */
const EMPTY_TANKS = `select k.id as tank_id from tanks k where k.status = 'active' and not exists (
select from terminal_assignments a join terminals t on t.id = a.terminal_id and t.status = 'active' and t.kind = 'device'
where a.tank_id = k.id and a.to_at is null)`

/** Tanks with an active silence alarm. */
const SILENT_TANKS = `select distinct tank_id from alarms
where closed_at is null and kind = 'silent' and state in ('active_unack', 'active_ack')`

export interface SilenceCandidate {
  terminal_id: number
  tank_id: number
  since: Instant
  /** By the server's clock. */
  seen_at: Instant | null
  /** Its newest reading on this tank. */
  measured_at: Instant | null
  interval_seconds: number | null
  /** The terminal's own limit. */
  offline_after_seconds: number | null
  /**
   * Epoch milliseconds of its newest value of each metric, in the order of the metric registry; null: never delivered. No times where all
   * are near the newest reading, and no alarm says that one is missing.
   */
  metrics_at: (number | null)[] | null
}

/** The last time (epoch milliseconds) that the clock of alarms saved; null: it never ran. */
export async function readHeartbeat({ query }: Pick<Connection, 'query'>): Promise<number | null> {
  const { rows } = await query<{ beat_at: Instant }>('select beat_at from silence_heartbeat')
  return rows[0] ? Date.parse(rows[0].beat_at) : null
}

/** A shorter pause is a start of the server, which delays an alarm but hides none. */
export const INTERRUPTION_MS = 5 * 60_000
const SHOWN_FOR_MS = 24 * 3_600_000

/** The pause that began at this instant. */
export async function findInterruptionFrom(
  { db }: Pick<Connection, 'db'>,
  from: Instant,
): Promise<Interruption | undefined> {
  const columns = ['from_at as from', 'to_at as to'] as const
  return db.selectFrom('silence_pauses').select(columns).where('from_at', '=', from).executeTakeFirst()
}

/** The last interruption that ended within a day before an instant. */
export async function findInterruption({ db }: Pick<Connection, 'db'>, now: Instant): Promise<Interruption | null> {
  const found = await db
    .selectFrom('silence_pauses')
    .select(['from_at as from', 'to_at as to'])
    .where(sql<boolean>`to_at - from_at >= make_interval(secs => ${INTERRUPTION_MS / 1000})`)
    .where('to_at', '>', instantAt(Date.parse(now) - SHOWN_FOR_MS))
    .orderBy('to_at', 'desc')
    .executeTakeFirst()
  return found ?? null
}

/** Reads the changes that are due by time alone and what silence depends on, and stores the pauses of the silence clock. */
export function alarmClockRepository({ query, db, isDistributed }: Connection) {
  async function tankIdsOf(text: string, values: unknown[] = []): Promise<number[]> {
    const { rows } = await query<{ tank_id: number }>(text, values)
    return rows.map(({ tank_id }) => tank_id)
  }

  return {
    async findDue(now: Instant): Promise<{ tank_id: number; last_at: Instant; interval_seconds: number | null }[]> {
      return (await query<{ tank_id: number; last_at: Instant; interval_seconds: number | null }>(DUE, [now])).rows
    },

    async findAged(now: Instant): Promise<{ id: number; tank_id: number }[]> {
      return (await query<{ id: number; tank_id: number }>(AGED, [now])).rows
    },

    findLeftOverTanks: () => tankIdsOf(LEFT_OVER),

    /**
     * All terminals of every tank on which one delivered nothing for its own limit (else `leastSeconds`), lacks a metric that long, or is
     * already silent.
     */
    async findCandidates(now: Instant, leastSeconds: number): Promise<SilenceCandidate[]> {
      const { rows: late } = await query<{ tank_id: number }>({ ...LATE_TANKS, values: [now, leastSeconds] })
      if (late.length === 0) return []
      return (await query<SilenceCandidate>(TERMINALS, [now, leastSeconds, late.map(({ tank_id }) => tank_id)])).rows
    },

    /**
     * The first reading of a terminal after its last value of a missing metric, whichever tank it was on. Leaves out silences that already
     * have an active alarm.
     */
    async findNextReadings(
      asked: readonly { terminal_id: number; metric: MetricKey; after: Instant }[],
    ): Promise<{ terminal_id: number; metric: MetricKey; next_at: Instant }[]> {
      if (asked.length === 0) return []
      type NextReadingRow = { terminal_id: number; metric: MetricKey; next_at: Instant }
      const values = [JSON.stringify(asked)]
      const earliest = asked.map(({ after }) => after).sort()[0]
      const { rows } = isDistributed
        ? await query<NextReadingRow>({ ...NEXT_READINGS_DISTRIBUTED, values: [...values, earliest] })
        : await query<NextReadingRow>({ ...NEXT_READINGS, values })
      return rows
    },

    findEmptyTanks: () => tankIdsOf(EMPTY_TANKS),

    findSilentTanks: () => tankIdsOf(SILENT_TANKS),

    async findPauses(): Promise<SilencePause[]> {
      return db.selectFrom('silence_pauses').selectAll().orderBy('from_at').execute()
    },

    async insertPause({ from_at, to_at }: SilencePause): Promise<void> {
      await query(
        `insert into silence_pauses (from_at, to_at) values ($1, $2)
on conflict (from_at) do update set to_at = greatest(silence_pauses.to_at, excluded.to_at)`,
        [from_at, to_at],
      )
    },

    async removePausesBefore(instant: Instant): Promise<void> {
      await db.deleteFrom('silence_pauses').where('to_at', '<', instant).execute()
    },

    /** @returns the heartbeat before this one; null: this is the first. */
    async beat(now: Instant): Promise<Instant | null> {
      const { rows } = await query<{ beat_at: Instant }>('select beat_at from silence_heartbeat for update')
      await query(
        'insert into silence_heartbeat (beat_at) values ($1) on conflict (only_row) do update set beat_at = excluded.beat_at',
        [now],
      )
      return rows[0]?.beat_at ?? null
    },
  }
}

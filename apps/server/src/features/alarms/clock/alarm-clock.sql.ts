import type { Instant } from '@dalyan/contracts/instant'
import type { Connection } from '../../../core/database/database.ts'

// SQL text: a union with `not exists` conditions is hard to read in the builder.

/** Excursions that have lasted for their delay. */
const DUE = `select e.tank_id, e.last_at, coalesce(t.expected_interval_seconds, p.usual_interval_seconds)::float8 as interval_seconds
from alarm_excursions e join tanks k on k.id = e.tank_id join range_templates r on r.id = k.range_template_id
join terminals t on t.id = e.terminal_id left join terminal_presence p on p.terminal_id = t.id
where not e.holds and e.out_since <= $1::timestamptz - make_interval(secs => r.delay_seconds)`

/** Tanks with alarms whose acknowledgement or shelving may have expired; the rules decide. */
const AGED = `select distinct tank_id from alarms where closed_at is null
and (shelved_until <= $1 or (state = 'active_ack' and shelved_until is null and ack_since <= $1::timestamptz - interval '60 min'))`

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

/** Reads the changes that are due by time alone. */
export function alarmClockRepository({ query }: Pick<Connection, 'query'>) {
  return {
    async findDue(now: Instant): Promise<{ tank_id: number; last_at: Instant; interval_seconds: number | null }[]> {
      const { rows } = await query<{
        tank_id: number
        last_at: Instant
        interval_seconds: number | null
      }>(DUE, [now])
      return rows
    },

    async findAgedTanks(now: Instant): Promise<number[]> {
      const { rows } = await query<{ tank_id: number }>(AGED, [now])
      return rows.map(({ tank_id }) => tank_id)
    },

    async findLeftOverTanks(): Promise<number[]> {
      const { rows } = await query<{ tank_id: number }>(LEFT_OVER)
      return rows.map(({ tank_id }) => tank_id)
    },
  }
}

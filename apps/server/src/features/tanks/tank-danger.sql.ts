import type { Instant } from '@dalyan/contracts/instant'
import { WALL_STATES } from '@dalyan/contracts/wall-states'
import { sql, type RawBuilder } from 'kysely'

// SQL text: an order by computed states, joined to the statement of the list. A test compares it with the states of the overview.

/** `OFFLINE_AFTER` of terminals/silence-limit.rules.ts. */
const OFFLINE_AFTER = 'coalesce(t.offline_after_seconds, greatest(coalesce(3 * i.seconds, 900), 120))'
const INTERVAL = '(select coalesce(t.expected_interval_seconds, p.usual_interval_seconds) as seconds) i'
const rankOf = (state: (typeof WALL_STATES)[number]) => sql.lit(WALL_STATES.indexOf(state))

/** SQL: the order by danger of tanks `k` that were joined by `joinDanger`. */
export const DANGER = 'danger.rank'

/** SQL: joins the rank of the state that the overview gives to each tank `k` (wall/wall.rules.ts), 0 the worst. */
export function joinDanger(now: Instant): RawBuilder<unknown> {
  return sql`
    left join (
      select a.tank_id, bool_and(coalesce(seen.at < ${now}::timestamptz - make_interval(secs => ${sql.raw(OFFLINE_AFTER)}), true)) as is_silent
      from terminal_assignments a join terminals t on t.id = a.terminal_id and t.kind = 'device' and t.status = 'active'
        left join terminal_presence p on p.terminal_id = t.id cross join lateral ${sql.raw(INTERVAL)}
        left join (select terminal_id, max(received_at) as at from latest group by terminal_id) seen on seen.terminal_id = t.id
      where a.to_at is null group by a.tank_id
    ) reporting on reporting.tank_id = k.id
    left join (
      select l.tank_id, bool_or(l.measured_at >= ${now}::timestamptz - stale_after(i.seconds)) as is_fresh
      from latest l join terminals t on t.id = l.terminal_id and t.kind = 'device'
        left join terminal_presence p on p.terminal_id = t.id cross join lateral ${sql.raw(INTERVAL)}
      group by l.tank_id
    ) measured on measured.tank_id = k.id
    left join (
      select tank_id, bool_or(severity = 'critical' and kind not in ('silent', 'fault')) as is_critical,
        bool_or(kind <> 'fault') as is_warning from alarms
      where closed_at is null and state in ('active_unack', 'active_ack') group by tank_id
    ) alarmed on alarmed.tank_id = k.id
    left join (
      select distinct tank_id from tank_modes where not is_over and until > ${now}
    ) held on held.tank_id = k.id
    cross join lateral (select case
      when k.status <> 'active' then ${rankOf('suspended')}
      when coalesce(reporting.is_silent, true) then ${rankOf('silent')}
      when alarmed.is_critical then ${rankOf('crit')}
      when alarmed.is_warning then ${rankOf('warn')}
      when alarmed.tank_id is not null then ${rankOf('suspect')}
      when measured.is_fresh is not true then ${rankOf('stale')}
      when held.tank_id is not null then ${rankOf('mode')}
      else ${rankOf('normal')} end as rank) danger`
}

import { DEFAULT_CHANNELS, type ChannelsBySeverity, type QuietHours } from '@dalyan/contracts/notifications'
import { ROLE_NAMES, ROLE_PERMISSIONS } from '@dalyan/contracts/permissions'
import type { Connection } from '../../core/database/database.ts'
import type { Listener } from './telling.rules.ts'

/** Roles of those who answer alarms. */
export const TOLD_ROLES = ROLE_NAMES.filter((role) =>
  (ROLE_PERMISSIONS[role] as readonly string[]).includes('alarms.acknowledge'),
)

/** People of the tank's firm and of those above it, admins who chose so, and whoever is on call for the nearest firm that has an order. */
const LISTENERS = `
with recursive up as (
  select id as tank_id, firm_id, 0 as distance from tanks where id = any($1) and firm_id is not null
  union all select up.tank_id, f.parent_id, up.distance + 1 from up join firms f on f.id = up.firm_id where f.parent_id is not null
), duty_firms as (
  select distinct on (tank_id) tank_id, firm_id from up
  where exists (select from on_call o where o.firm_id = up.firm_id) order by tank_id, distance
), duties as (
  select d.tank_id, o.user_id, sum(o.delay_minutes) over (partition by d.tank_id order by o.place) as after_minutes
  from duty_firms d join on_call o on o.firm_id = d.firm_id
)
select k.tank_id, u.id as user_id, p.channels, p.quiet_from, p.quiet_to, p.time_zone, d.after_minutes
from unnest($1::int[]) k(tank_id) cross join users u
left join notification_preferences p on p.user_id = u.id
left join duties d on d.tank_id = k.tank_id and d.user_id = u.id
where u.deleted_at is null and exists (select from user_roles r where r.user_id = u.id and r.role = any($2))
and (
  d.user_id is not null
  or exists (select from up where up.tank_id = k.tank_id and up.firm_id = u.firm_id)
  or (p.all_firms and exists (select from user_roles r where r.user_id = u.id and r.role = 'admin'))
)
order by k.tank_id, u.id`

interface ListenerRow {
  tank_id: number
  user_id: number
  channels: ChannelsBySeverity | null
  quiet_from: string | null
  quiet_to: string | null
  time_zone: string | null
  after_minutes: number | null
}

/** Quiet hours as two columns and a zone keep them. */
export function quietHoursOf(row: {
  quiet_from: string | null
  quiet_to: string | null
  time_zone: string | null
}): QuietHours | null {
  const { quiet_from: from, quiet_to: to, time_zone } = row
  return from === null || to === null || time_zone === null ? null : { from, to, time_zone }
}

/** Who may be told of alarms of these tanks, by tank. */
export async function findListeners(
  { query }: Pick<Connection, 'query'>,
  tankIds: readonly number[],
): Promise<Map<number, Listener[]>> {
  const { rows } = await query<ListenerRow>(LISTENERS, [[...new Set(tankIds)], TOLD_ROLES])
  const byTank = new Map<number, Listener[]>()
  for (const row of rows) {
    const listener = {
      user_id: row.user_id,
      channels: row.channels ?? DEFAULT_CHANNELS,
      quiet_hours: quietHoursOf(row),
      on_call_after_ms: row.after_minutes === null ? null : row.after_minutes * 60_000,
    }
    byTank.set(row.tank_id, [...(byTank.get(row.tank_id) ?? []), listener])
  }
  return byTank
}

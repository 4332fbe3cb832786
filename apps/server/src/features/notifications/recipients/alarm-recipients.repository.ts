import { DEFAULT_CHANNELS, type ChannelsBySeverity, type QuietHours } from '@dalyan/contracts/notifications'
import { ROLE_NAMES, ROLE_PERMISSIONS } from '@dalyan/contracts/permissions'
import type { Connection } from '../../../core/database/database.ts'
import type { AlarmRecipient } from '../queue/notifications.rules.ts'

/** The roles that may acknowledge alarms. */
export const NOTIFIED_ROLES = ROLE_NAMES.filter((role) =>
  (ROLE_PERMISSIONS[role] as readonly string[]).includes('alarms.acknowledge'),
)

/**
 * Users of the firm and of those above it, admins who chose all firms, and the users on call of the nearest firm that has an order. The
 * next user on call takes over from one who is deleted, may not see these alarms any more, or cannot be reached. 0: no firm.
 */
const RECIPIENTS = `
with recursive up as (
  select firm_id as of_firm, firm_id, 0 as distance from unnest($1::int[]) f(firm_id) where firm_id <> 0
  union all select up.of_firm, f.parent_id, up.distance + 1 from up join firms f on f.id = up.firm_id where f.parent_id is not null
), named as (
  select up.of_firm, up.firm_id, up.distance, o.position, o.user_id, o.delay_minutes,
    u.deleted_at is null and exists (select from user_roles r where r.user_id = u.id and r.role = any($2) and (
      r.role = 'admin' or exists (select from up own where own.of_firm = up.of_firm and own.firm_id = u.firm_id))) as may,
    ($3 and u.email_trusted) or exists (select from push_subscriptions s where s.user_id = u.id) as is_reached
  from up join on_call o on o.firm_id = up.firm_id join users u on u.id = o.user_id
), duty_firms as (
  select distinct on (of_firm) of_firm, firm_id from named where may order by of_firm, distance
), positions as (
  select *, lag(may and is_reached, 1, true) over (partition by of_firm order by position) as is_after_one
  from named join duty_firms using (of_firm, firm_id)
), turns as (
  select of_firm, user_id, may, sum(case when is_after_one then delay_minutes else 0 end) over (partition by of_firm order by position) as after_minutes
  from positions
)
select k.firm_id, u.id as user_id, p.channels, p.quiet_from, p.quiet_to, p.time_zone, d.after_minutes
from unnest($1::int[]) k(firm_id) cross join users u
left join notification_preferences p on p.user_id = u.id
left join turns d on d.of_firm = k.firm_id and d.user_id = u.id and d.may
where u.deleted_at is null and exists (select from user_roles r where r.user_id = u.id and r.role = any($2))
and (
  d.user_id is not null
  or exists (select from up where up.of_firm = k.firm_id and up.firm_id = u.firm_id)
  or (p.all_firms and exists (select from user_roles r where r.user_id = u.id and r.role = 'admin'))
)
order by k.firm_id, u.id`

interface RecipientRow {
  firm_id: number
  user_id: number
  channels: ChannelsBySeverity | null
  quiet_from: string | null
  quiet_to: string | null
  time_zone: string | null
  after_minutes: number | null
}

/** Quiet hours from their columns. */
export function quietHoursOf(row: {
  quiet_from: string | null
  quiet_to: string | null
  time_zone: string | null
}): QuietHours | null {
  const { quiet_from: from, quiet_to: to, time_zone } = row
  return from === null || to === null || time_zone === null ? null : { from, to, time_zone }
}

/** The users who may be notified of alarms of these tanks, by tank. `canMail`: whether the server can send email. */
export async function findAlarmRecipients(
  { query }: Pick<Connection, 'query'>,
  tankIds: readonly number[],
  canMail: boolean,
): Promise<Map<number, AlarmRecipient[]>> {
  const { rows: tanks } = await query<{ id: number; firm_id: number }>(
    'select id, coalesce(firm_id, 0) as firm_id from tanks where id = any($1)',
    [[...new Set(tankIds)]],
  )
  const firms = [...new Set(tanks.map(({ firm_id }) => firm_id))]
  const { rows } = await query<RecipientRow>(RECIPIENTS, [firms, NOTIFIED_ROLES, canMail])
  const byFirm = Map.groupBy(rows, ({ firm_id }) => firm_id)
  const recipients = new Map([...byFirm].map(([firm, all]) => [firm, all.map(asRecipient)]))
  return new Map(tanks.map(({ id, firm_id }) => [id, recipients.get(firm_id) ?? []]))
}

function asRecipient(row: RecipientRow): AlarmRecipient {
  return {
    user_id: row.user_id,
    channels: row.channels ?? DEFAULT_CHANNELS,
    quiet_hours: quietHoursOf(row),
    on_call_after_ms: row.after_minutes === null ? null : row.after_minutes * 60_000,
  }
}

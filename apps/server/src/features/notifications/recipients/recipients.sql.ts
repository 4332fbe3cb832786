import { DEFAULT_CHANNELS, type ChannelsBySeverity } from '@dalyan/contracts/notifications'
import { rolesWith } from '@dalyan/contracts/permissions'
import type { FirmRef } from '@dalyan/contracts/users'
import type { Connection } from '../../../core/database/database.ts'
import type { MessageRecipient } from '../channels/channels.ts'
import { quietHoursOf, TIME_ZONE } from '../preferences/preferences.repository.ts'
import type { AlarmRecipient } from '../queue/notifications.rules.ts'

// SQL text: the builder has no recursive search for the firms above with window functions over the users on call.

/** The roles that may acknowledge alarms. */
export const NOTIFIED_ROLES = rolesWith('alarms.acknowledge')

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
select k.firm_id, u.id as user_id, p.channels, p.quiet_from, p.quiet_to, p.time_zone, p.forewarnings, d.after_minutes
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

type RecipientRow = Parameters<typeof quietHoursOf>[0] & {
  firm_id: number
  user_id: number
  channels: ChannelsBySeverity | null
  forewarnings: AlarmRecipient['forewarnings'] | null
  after_minutes: number | null
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

/** The users who may be notified of alarms of any active tank, each once. */
export async function findAllAlarmRecipients(
  on: Pick<Connection, 'query'>,
  canMail: boolean,
): Promise<AlarmRecipient[]> {
  const { rows: tanks } = await on.query<{ id: number }>(
    `select distinct on (firm_id) id from tanks where status = 'active' order by firm_id, id`,
  )
  const ids = tanks.map(({ id }) => id)
  const byTank = await findAlarmRecipients(on, ids, canMail)
  const byUser = new Map([...byTank.values()].flat().map((recipient) => [recipient.user_id, recipient]))
  return [...byUser.values()]
}

const ADMINISTRATORS = `
select 0 as firm_id, u.id as user_id, p.channels, p.quiet_from, p.quiet_to, p.time_zone, p.forewarnings, null as after_minutes
from users u left join notification_preferences p on p.user_id = u.id
where u.deleted_at is null and exists (select from user_roles r where r.user_id = u.id and r.role = 'admin') order by u.id`

/** The administrators of the installation, with the channels that they chose. */
export async function findAdministrators({ query }: Pick<Connection, 'query'>): Promise<AlarmRecipient[]> {
  return (await query<RecipientRow>(ADMINISTRATORS)).rows.map(asRecipient)
}

function asRecipient(row: RecipientRow): AlarmRecipient {
  return {
    user_id: row.user_id,
    channels: row.channels ?? DEFAULT_CHANNELS,
    quiet_hours: quietHoursOf(row),
    time_zone: row.time_zone ?? TIME_ZONE,
    forewarnings: row.forewarnings ?? 'day',
    on_call_after_ms: row.after_minutes === null ? null : row.after_minutes * 60_000,
  }
}

/** The recipient of a message; undefined: deleted. */
export async function findMessageRecipient(
  { query }: Pick<Connection, 'query'>,
  userId: number,
): Promise<MessageRecipient | undefined> {
  const { rows } = await query<MessageRecipient>(
    `select u.id as user_id, u.name, u.email, u.email_trusted, coalesce(p.time_zone, $2) as "timeZone",
  case when u.locale = 'en' then 'en' else 'tr' end as language,
  exists (select from user_roles r where r.user_id = u.id and r.role = 'admin') as is_admin
from users u left join notification_preferences p on p.user_id = u.id where u.id = $1 and u.deleted_at is null`,
    [userId, TIME_ZONE],
  )
  return rows[0]
}

/** The channels that may fail unnoticed; a failure of the page is visible. */
export type TestedChannel = 'push' | 'mail'

/** The users who would be notified of an alarm by this channel: they receive alarms, chose the channel, and can be reached by it. */
const TEST_RECIPIENTS = `
select u.id from users u left join notification_preferences p on p.user_id = u.id
where u.deleted_at is null and exists (select from user_roles r where r.user_id = u.id and r.role = any($1))
and (u.firm_id is not null or p.all_firms or exists (select from on_call o where o.user_id = u.id))
and exists (select from jsonb_each(coalesce(p.channels, $2::jsonb)) severity where severity.value ? $3)
and case when $3 = 'mail' then u.email_trusted else exists (select from push_subscriptions s where s.user_id = u.id) end
and ($4::int is null or u.id = $4)
order by u.id`

/** @param userId restricts the result to this user; null: all users. */
export async function findTestRecipients(
  { query }: Pick<Connection, 'query'>,
  channel: TestedChannel,
  userId: number | null = null,
): Promise<number[]> {
  const values = [NOTIFIED_ROLES, JSON.stringify(DEFAULT_CHANNELS), channel, userId]
  const { rows } = await query<{ id: number }>(TEST_RECIPIENTS, values)
  return rows.map(({ id }) => id)
}

/** The recipients of a firm as in `RECIPIENTS`, without the order on call: whether one of them is reached by push or, if allowed, by mail. */
const UNREACHED_FIRMS = `
with recursive up as (
  select f.id as of_firm, f.id as firm_id from firms f
    where f.status <> 'deleted' and exists (select from tanks k where k.firm_id = f.id and k.status = 'active')
  union select up.of_firm, f.parent_id from up join firms f on f.id = up.firm_id where f.parent_id is not null
), reached as (
  select u.id, u.firm_id, exists (select from user_roles r where r.user_id = u.id and r.role = 'admin') as is_admin, coalesce(p.all_firms, false) as all_firms
  from users u left join notification_preferences p on p.user_id = u.id
  where u.deleted_at is null and exists (select from user_roles r where r.user_id = u.id and r.role = any($1))
  and ((coalesce(p.channels, $3) -> 'critical' @> '"push"' and exists (select from push_subscriptions s where s.user_id = u.id))
    or ($2 and coalesce(p.channels, $3) -> 'critical' @> '"mail"' and u.email_trusted))
), reached_firms as (
  select up.of_firm from up join reached r on r.firm_id = up.firm_id
  union select up.of_firm from up join on_call o on o.firm_id = up.firm_id join reached r on r.id = o.user_id and r.is_admin
  union select up.of_firm from up where exists (select from reached r where r.is_admin and r.all_firms)
)
select id, code, name from firms where id in (select of_firm from up except select of_firm from reached_firms) order by code limit 20`

/** The firms of whose critical alarms nobody learns outside the page. `canMail`: whether the server can send email. */
export async function findUnreachedFirms({ query }: Pick<Connection, 'query'>, canMail: boolean): Promise<FirmRef[]> {
  return (await query<FirmRef>(UNREACHED_FIRMS, [NOTIFIED_ROLES, canMail, JSON.stringify(DEFAULT_CHANNELS)])).rows
}

import { DEFAULT_CHANNELS } from '@dalyan/contracts/notifications'
import type { Connection } from '../../../core/database/database.ts'
import { NOTIFIED_ROLES } from './alarm-recipients.repository.ts'

/** The channels that may fail unnoticed; a failure of the page is visible. */
export type TestedChannel = 'push' | 'mail'

/** The users who would be notified of an alarm by this channel: they receive alarms, chose the channel, and can be reached by it. */
const READERS = `
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
  const { rows } = await query<{ id: number }>(READERS, [
    NOTIFIED_ROLES,
    JSON.stringify(DEFAULT_CHANNELS),
    channel,
    userId,
  ])
  return rows.map(({ id }) => id)
}

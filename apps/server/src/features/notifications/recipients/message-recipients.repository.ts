import type { Language } from '@dalyan/contracts/errors'
import type { Connection } from '../../../core/database/database.ts'
import type { MessageRecipient } from '../channels/channels.ts'
import { TIME_ZONE } from '../preferences/preferences.repository.ts'

/** The recipient of a message; undefined: deleted. */
export async function findMessageRecipient(
  { query }: Pick<Connection, 'query'>,
  userId: number,
): Promise<MessageRecipient | undefined> {
  const { rows } = await query<{
    user_id: number
    name: string
    email: string
    email_trusted: boolean
    is_admin: boolean
    locale: string
    time_zone: string | null
  }>(
    `select u.id as user_id, u.name, u.email, u.email_trusted, u.locale, p.time_zone,
  exists (select from user_roles r where r.user_id = u.id and r.role = 'admin') as is_admin
from users u left join notification_preferences p on p.user_id = u.id where u.id = $1 and u.deleted_at is null`,
    [userId],
  )
  const [row] = rows
  if (!row) return undefined
  const { locale, time_zone, ...user } = row
  const language: Language = locale === 'en' ? 'en' : 'tr'
  return { ...user, language, timeZone: time_zone ?? TIME_ZONE }
}

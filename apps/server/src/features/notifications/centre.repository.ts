import type { Instant } from '@dalyan/contracts/instant'
import type { Notification, NotificationListQuery, NotificationPage } from '@dalyan/contracts/notifications'
import { asPage } from '@dalyan/contracts/paging'
import type { Connection } from '../../core/database/database.ts'

const COLUMNS = 'id, why, severity, title, body, alarm_ids, created_at, read_at'

export interface NewNotification extends Omit<Notification, 'id' | 'read_at'> {
  user_id: number
  /** Null for a trial. */
  telling_id: number | null
}

/** What each person finds in the page. */
export function centreRepository({ query }: Pick<Connection, 'query'>) {
  async function countUnread(userId: number): Promise<number> {
    const { rows } = await query<{ n: number }>(
      'select count(*) as n from notifications where user_id = $1 and read_at is null',
      [userId],
    )
    return rows[0]?.n ?? 0
  }

  return {
    countUnread,

    /** Null when this telling stands there already. Unread lines about the same alarm alone give way to it. */
    async insert(line: NewNotification): Promise<Notification | null> {
      const { rows } = await query<Notification>(
        `with gone as (
  delete from notifications where user_id = $1 and read_at is null and $2::int is not null and alarm_ids = $7 and telling_id <> $2
)
insert into notifications (user_id, telling_id, why, severity, title, body, alarm_ids, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict do nothing returning ${COLUMNS}`,
        [
          line.user_id,
          line.telling_id,
          line.why,
          line.severity,
          line.title,
          line.body,
          line.alarm_ids,
          line.created_at,
        ],
      )
      return rows[0] ?? null
    },

    async list(userId: number, { page, per_page, unread }: NotificationListQuery): Promise<NotificationPage> {
      const where = `user_id = $1${unread === undefined ? '' : ` and read_at is ${unread ? '' : 'not '}null`}`
      const [found, count, unreadCount] = await Promise.all([
        query<Notification>(`select ${COLUMNS} from notifications where ${where} order by id desc limit $2 offset $3`, [
          userId,
          per_page,
          (page - 1) * per_page,
        ]),
        query<{ n: number }>(`select count(*) as n from notifications where ${where}`, [userId]),
        countUnread(userId),
      ])
      return { ...asPage(found.rows, count.rows[0]?.n ?? 0, { page, per_page }), unread: unreadCount }
    },

    async markRead(userId: number, upToId: number, at: Instant): Promise<void> {
      await query('update notifications set read_at = $3 where user_id = $1 and id <= $2 and read_at is null', [
        userId,
        upToId,
        at,
      ])
    },

    async removeBefore(at: Instant): Promise<void> {
      await query('delete from notifications where created_at < $1', [at])
    },
  }
}

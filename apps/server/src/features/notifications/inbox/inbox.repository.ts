import type { Instant } from '@dalyan/contracts/instant'
import type { InboxItem, InboxQuery, InboxPage } from '@dalyan/contracts/notifications'
import { asPage } from '@dalyan/contracts/paging'
import type { Connection } from '../../../core/database/database.ts'

const COLUMNS = 'id, reason, severity, title, body, alarm_ids, created_at, read_at'

export interface NewInboxItem extends Omit<InboxItem, 'id' | 'read_at'> {
  user_id: number
  /** Null for a test message. */
  notification_id: number | null
}

/** The items under the bell of the page, per user. */
export function inboxRepository({ query }: Pick<Connection, 'query'>) {
  async function countUnread(userId: number): Promise<number> {
    const { rows } = await query<{ n: number }>(
      'select count(*) as n from inbox_items where user_id = $1 and read_at is null',
      [userId],
    )
    return rows[0]?.n ?? 0
  }

  return {
    countUnread,

    /** Replaces unread items about the same alarm alone. @returns null when this notification already has an item. */
    async insert(line: NewInboxItem): Promise<InboxItem | null> {
      const { rows } = await query<InboxItem>(
        `with gone as (
  delete from inbox_items where user_id = $1 and read_at is null and $2::int is not null and cardinality(alarm_ids) > 0 and alarm_ids = $7 and notification_id <> $2
)
insert into inbox_items (user_id, notification_id, reason, severity, title, body, alarm_ids, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict do nothing returning ${COLUMNS}`,
        [
          line.user_id,
          line.notification_id,
          line.reason,
          line.severity,
          line.title,
          line.body,
          line.alarm_ids,
          line.created_at,
        ],
      )
      return rows[0] ?? null
    },

    async list(userId: number, { page, per_page, unread }: InboxQuery): Promise<InboxPage> {
      const where = `user_id = $1${unread === undefined ? '' : ` and read_at is ${unread ? '' : 'not '}null`}`
      const [found, count, unreadCount] = await Promise.all([
        query<InboxItem>(`select ${COLUMNS} from inbox_items where ${where} order by id desc limit $2 offset $3`, [
          userId,
          per_page,
          (page - 1) * per_page,
        ]),
        query<{ n: number }>(`select count(*) as n from inbox_items where ${where}`, [userId]),
        countUnread(userId),
      ])
      return { ...asPage(found.rows, count.rows[0]?.n ?? 0, { page, per_page }), unread: unreadCount }
    },

    async markRead(userId: number, upToId: number, at: Instant): Promise<void> {
      await query('update inbox_items set read_at = $3 where user_id = $1 and id <= $2 and read_at is null', [
        userId,
        upToId,
        at,
      ])
    },

    async removeBefore(at: Instant): Promise<void> {
      await query('delete from inbox_items where created_at < $1', [at])
    },
  }
}

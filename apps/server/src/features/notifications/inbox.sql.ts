import type { Instant } from '@dalyan/contracts/instant'
import type { InboxItem, InboxQuery, InboxPage } from '@dalyan/contracts/notifications'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { createList } from '../../core/database/list.ts'

// SQL text: one statement replaces the items about the same alarm and inserts a new one, which the builder cannot express.

const COLUMNS = 'id, reason, severity, title, body, alarm_ids, tank_id, created_at, read_at'

const ITEMS = createList<InboxQuery, InboxItem>({
  from: 'inbox_items i',
  id: 'i.id',
  columns: COLUMNS.replaceAll(/\w+/g, 'i.$&'),
  filters: { unread: (isUnread) => sql`i.read_at is ${sql.raw(isUnread ? 'null' : 'not null')}` },
  sorts: {},
  defaultSort: [],
  isNewestFirst: true,
})

export interface NewInboxItem extends Omit<InboxItem, 'id' | 'read_at'> {
  user_id: number
  /** Null for a test message. */
  notification_id: number | null
  /** Null for an item that is not about an incident as a whole. */
  incident_id: number | null
}

/** The items under the bell of the page, per user. */
export function inboxRepository({ db }: Pick<Connection, 'db'>) {
  async function countUnread(userId: number): Promise<number> {
    const unread = db.selectFrom('inbox_items').where('user_id', '=', userId).where('read_at', 'is', null)
    return (await unread.select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
  }

  return {
    countUnread,

    /** Replaces unread items about the same incident, or the same alarm alone. @returns null when this notification already has an item. */
    async insert(item: NewInboxItem): Promise<InboxItem | null> {
      const { user_id, notification_id, incident_id, reason, severity, title, body, alarm_ids, tank_id, created_at } =
        item
      const { rows } = await sql<InboxItem>`
        with gone as (
          delete from inbox_items where user_id = ${user_id} and read_at is null and ${notification_id}::int is not null
            and (incident_id = ${incident_id} or cardinality(alarm_ids) > 0 and alarm_ids = ${alarm_ids})
            and notification_id <> ${notification_id}
        )
        insert into inbox_items (user_id, notification_id, incident_id, reason, severity, title, body, alarm_ids, tank_id, created_at)
        values (${user_id}, ${notification_id}, ${incident_id}, ${reason}, ${severity}, ${title}, ${body}, ${alarm_ids}, ${tank_id}, ${created_at})
        on conflict do nothing returning ${sql.raw(COLUMNS)}`.execute(db)
      return rows[0] ?? null
    },

    async list(userId: number, query: InboxQuery): Promise<InboxPage> {
      const [page, unread] = await Promise.all([
        ITEMS.readPage({ db }, query, ITEMS.conditionOf(query, sql`i.user_id = ${userId}`)),
        countUnread(userId),
      ])
      return { ...page, unread }
    },

    async markRead(userId: number, upToId: number, at: Instant): Promise<void> {
      const unread = db.updateTable('inbox_items').where('user_id', '=', userId).where('read_at', 'is', null)
      await unread.set({ read_at: at }).where('id', '<=', upToId).execute()
    },

    /** The severities of the items with this reason since an instant, of all users. */
    async findSeverities(reason: InboxItem['reason'], since: Instant): Promise<InboxItem['severity'][]> {
      const items = db.selectFrom('inbox_items').where('created_at', '>', since).where('reason', '=', reason)
      return (await items.select('severity').distinct().execute()).map(({ severity }) => severity)
    },

    async removeBefore(at: Instant): Promise<void> {
      await db.deleteFrom('inbox_items').where('created_at', '<', at).execute()
    },
  }
}

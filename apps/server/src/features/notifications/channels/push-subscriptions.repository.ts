import type { PushSubscriptionInput } from '@dalyan/contracts/notifications'
import { sql } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'

/** Subscriptions stored per user; the oldest is removed beyond that. */
const MOST_OF_ONE = 20

export interface PushSubscriptionRow extends PushSubscriptionInput {
  id: number
  user_id: number
}

export function pushSubscriptionsRepository({ db }: Pick<Connection, 'db'>) {
  const stored = db
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id', 'endpoint', 'p256dh', 'auth'])
    .orderBy('id')

  async function rowsOf(found: typeof stored): Promise<PushSubscriptionRow[]> {
    return (await found.execute()).map(({ p256dh, auth, ...row }) => ({ ...row, keys: { p256dh, auth } }))
  }

  return {
    findOf: (userId: number) => rowsOf(stored.where('user_id', '=', userId)),

    /** Browsers of these sessions. */
    findOfSessions: (tokenIds: readonly number[]) =>
      rowsOf(stored.where('token_id', '=', sql<number>`any(${[...tokenIds]}::int[])`)),

    /** A browser belongs to the session that last subscribed with it. */
    async save(
      session: { user_id: number; token_id: number },
      { endpoint, keys: { p256dh, auth } }: PushSubscriptionInput,
    ): Promise<void> {
      const owned = { ...session, p256dh, auth }
      await db
        .insertInto('push_subscriptions')
        .values({ ...owned, endpoint })
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(owned))
        .execute()
      const ofUser = db.selectFrom('push_subscriptions').select('id').where('user_id', '=', session.user_id)
      const oldest = ofUser.orderBy('id', 'desc').offset(MOST_OF_ONE)
      await db.deleteFrom('push_subscriptions').where('id', 'in', oldest).execute()
    },

    async remove(userId: number, endpoint: string): Promise<void> {
      const browser = db.deleteFrom('push_subscriptions').where('user_id', '=', userId)
      await browser.where('endpoint', '=', endpoint).execute()
    },

    async removeById(id: number): Promise<void> {
      await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
    },
  }
}

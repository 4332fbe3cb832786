import type { PushSubscriptionInput } from '@dalyan/contracts/notifications'
import type { Connection } from '../../../core/database/database.ts'

/** Subscriptions stored per user; the oldest is removed beyond that. */
const MOST_OF_ONE = 20

export interface PushSubscriptionRow extends PushSubscriptionInput {
  id: number
}

export function pushSubscriptionsRepository({ query }: Pick<Connection, 'query'>) {
  return {
    async findOf(userId: number): Promise<PushSubscriptionRow[]> {
      const { rows } = await query<{ id: number; endpoint: string; p256dh: string; auth: string }>(
        'select id, endpoint, p256dh, auth from push_subscriptions where user_id = $1 order by id',
        [userId],
      )
      return rows.map(({ id, endpoint, p256dh, auth }) => ({ id, endpoint, keys: { p256dh, auth } }))
    },

    /** A browser belongs to the session that last subscribed with it. */
    async save(
      { user_id, token_id }: { user_id: number; token_id: number },
      { endpoint, keys }: PushSubscriptionInput,
    ): Promise<void> {
      await query(
        `insert into push_subscriptions (user_id, token_id, endpoint, p256dh, auth) values ($1, $2, $3, $4, $5)
on conflict (endpoint) do update set user_id = excluded.user_id, token_id = excluded.token_id,
p256dh = excluded.p256dh, auth = excluded.auth`,
        [user_id, token_id, endpoint, keys.p256dh, keys.auth],
      )
      await query(
        `delete from push_subscriptions where id in (
select id from push_subscriptions where user_id = $1 order by id desc offset ${MOST_OF_ONE})`,
        [user_id],
      )
    },

    /** Browsers of these sessions, with their users. */
    async findOfSessions(tokenIds: readonly number[]): Promise<(PushSubscriptionRow & { user_id: number })[]> {
      const { rows } = await query<{ id: number; user_id: number; endpoint: string; p256dh: string; auth: string }>(
        'select id, user_id, endpoint, p256dh, auth from push_subscriptions where token_id = any($1) order by id',
        [tokenIds],
      )
      return rows.map(({ p256dh, auth, ...row }) => ({ ...row, keys: { p256dh, auth } }))
    },

    async remove(userId: number, endpoint: string): Promise<void> {
      await query('delete from push_subscriptions where user_id = $1 and endpoint = $2', [userId, endpoint])
    },

    async removeById(id: number): Promise<void> {
      await query('delete from push_subscriptions where id = $1', [id])
    },
  }
}

import type { Instant } from '@dalyan/contracts/instant'
import { asPage, type Page } from '@dalyan/contracts/paging'
import type { WebhookDelivery } from '@dalyan/contracts/webhooks'
import type { Connection } from '../../core/database/database.ts'
import type { WebhookDeliveryRow } from '../../core/database/schema-notifications.ts'

/** One event that a webhook is to hear of. */
export type NewDelivery = Pick<WebhookDeliveryRow, 'webhook_id' | 'alarm_id' | 'event' | 'delivery'>
/** How one try went. `error` null: it was taken. */
export type TryOutcome = Pick<WebhookDeliveryRow, 'took_ms' | 'status' | 'error' | 'answer'>

/** A delivery whose next try has begun. */
export type DueDelivery = Pick<WebhookDelivery, 'id' | 'delivery' | 'event' | 'alarm_id' | 'queued_at' | 'tries'> & {
  webhook_id: number
}

const SHOWN = `id, delivery, event, alarm_id, tries, queued_at, tried_at, took_ms, status, error, answer, next_try_at, delivered_at,
case when delivered_at is not null then 'delivered' when next_try_at is not null then 'waiting' when error is not null then 'failed'
else 'dropped' end as state`

export function webhookDeliveriesRepository({ query }: Pick<Connection, 'query'>) {
  return {
    async list(webhookId: number, asked: { page: number; per_page: number }): Promise<Page<WebhookDelivery>> {
      const [page, count] = await Promise.all([
        query<WebhookDelivery>(
          `select ${SHOWN} from webhook_deliveries where webhook_id = $1 order by id desc limit $2 offset $3`,
          [webhookId, asked.per_page, (asked.page - 1) * asked.per_page],
        ),
        query<{ n: number }>('select count(*)::int as n from webhook_deliveries where webhook_id = $1', [webhookId]),
      ])
      return asPage(page.rows, count.rows[0]?.n ?? 0, asked)
    },

    /** Those that were not there yet. @returns their ids. */
    async insert(deliveries: readonly NewDelivery[], at: Instant): Promise<number[]> {
      if (deliveries.length === 0) return []
      const { rows } = await query<{ id: number }>(
        `insert into webhook_deliveries (webhook_id, alarm_id, event, delivery, queued_at, next_try_at)
select webhook_id, alarm_id, event, delivery, $2, $2
from json_to_recordset($1) as r(webhook_id int, alarm_id int, event text, delivery text) on conflict do nothing returning id`,
        [JSON.stringify(deliveries), at],
      )
      return rows.map(({ id }) => id)
    },

    /** Whether a try is still to be made after so many. Nobody else begins it until the transaction's end. */
    async lockDue(id: number, tries: number): Promise<DueDelivery | undefined> {
      const { rows } = await query<DueDelivery>(
        `select id, webhook_id, alarm_id, event, delivery, queued_at, tries from webhook_deliveries
where id = $1 and tries = $2 and next_try_at is not null for update skip locked`,
        [id, tries],
      )
      return rows[0]
    },

    /** A try begins; `nextTryAt`: when it is repeated unless it succeeds. */
    async begin(id: number, at: Instant, nextTryAt: Instant | null): Promise<void> {
      await query('update webhook_deliveries set tries = tries + 1, tried_at = $2, next_try_at = $3 where id = $1', [
        id,
        at,
        nextTryAt,
      ])
    },

    /** How the try went that began last; one that was taken is over. */
    async settle(id: number, at: Instant, { took_ms, status, error, answer }: TryOutcome): Promise<void> {
      await query(
        `update webhook_deliveries set took_ms = $3, status = $4, error = $5, answer = $6,
delivered_at = case when $5::text is null then $2::timestamptz end, next_try_at = case when $5::text is null then null else next_try_at end
where id = $1`,
        [id, at, took_ms, status, error, answer],
      )
    },

    /** Nobody is to hear of it any more. */
    async drop(id: number): Promise<void> {
      await query('update webhook_deliveries set next_try_at = null, error = null where id = $1', [id])
    },

    /** What should have been tried by now. */
    async findOverdue(now: Instant): Promise<Pick<DueDelivery, 'id' | 'tries'>[]> {
      const { rows } = await query<Pick<DueDelivery, 'id' | 'tries'>>(
        'select id, tries from webhook_deliveries where next_try_at <= $1 order by id',
        [now],
      )
      return rows
    },

    async removeBefore(at: Instant): Promise<void> {
      await query('delete from webhook_deliveries where queued_at < $1', [at])
    },
  }
}

import type { AlarmKind } from '@dalyan/contracts/alarm-words'
import type { Instant } from '@dalyan/contracts/instant'
import { asPage, type Page } from '@dalyan/contracts/paging'
import { CALLING_EVENTS, type WebhookDelivery } from '@dalyan/contracts/webhooks'
import type { Connection } from '../../core/database/database.ts'
import type { WebhookDeliveryRow } from '../../core/database/schema-notifications.ts'

/** One event that a webhook is to hear of. */
export type NewDelivery = Pick<WebhookDeliveryRow, 'webhook_id' | 'alarm_id' | 'event' | 'delivery'>
/** How one try went. `error` null: it was taken. */
export type TryOutcome = Pick<WebhookDeliveryRow, 'took_ms' | 'status' | 'error' | 'answer'>

/** A delivery whose next try has begun. */
export type DueDelivery = Pick<WebhookDelivery, 'id' | 'delivery' | 'event' | 'queued_at' | 'tries'> & {
  webhook_id: number
  alarm_ids: number[]
}

/** An alarm for which a webhook is called; what is new and what reminds are counted apart. */
export interface Group {
  webhook_id: number
  is_reminder: boolean
}
export interface Called extends Group {
  id: number
  kind: AlarmKind
}
type NewList = Pick<WebhookDeliveryRow, 'webhook_id' | 'event' | 'delivery' | 'queued_at'> & { alarm_ids: number[] }

const SHOWN = `id, delivery, event, alarm_id, coalesce(cardinality(alarm_ids), (alarm_id is not null)::int) as alarms, tries, queued_at, tried_at, took_ms, status, error, answer, next_try_at, delivered_at,
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

    /** The alarms for which webhooks were called since then, or are still to be. */
    async findCalled(webhookIds: readonly number[], since: Instant): Promise<Called[]> {
      const { rows } = await query<Called>(
        `select distinct d.webhook_id, d.event = 'alarm.reminder' as is_reminder, a.id, a.kind
from webhook_deliveries d join alarms a on a.id = any(coalesce(d.alarm_ids, array[d.alarm_id]))
where d.webhook_id = any($1) and d.queued_at > $2 and d.event = any($3)`,
        [webhookIds, since, CALLING_EVENTS],
      )
      return rows
    },

    async findKinds(alarmIds: readonly number[]): Promise<Map<number, Called['kind']>> {
      const { rows } = await query<Pick<Called, 'id' | 'kind'>>('select id, kind from alarms where id = any($1)', [
        alarmIds,
      ])
      return new Map(rows.map(({ id, kind }) => [id, kind]))
    },

    /** Adds alarms to a list that waits for its first try. @returns whether there is one. */
    async addToList({ webhook_id, is_reminder }: Group, alarmIds: readonly number[]): Promise<boolean> {
      const { rows } = await query(
        `update webhook_deliveries set alarm_ids = array(select distinct unnest(alarm_ids || $3::int[]))
where webhook_id = $1 and (event = 'alarm.reminder') = $2 and alarm_ids is not null and tries = 0 and next_try_at is not null returning id`,
        [webhook_id, is_reminder, alarmIds],
      )
      return rows.length > 0
    },

    /** When a list was last sent; null: not since then. */
    async findLastList({ webhook_id, is_reminder }: Group, since: Instant): Promise<Instant | null> {
      const { rows } = await query<{ at: Instant | null }>(
        `select max(tried_at) as at from webhook_deliveries
where webhook_id = $1 and (event = 'alarm.reminder') = $2 and alarm_ids is not null and tried_at > $3
  and queued_at > $3::timestamptz - interval '1 day'`,
        [webhook_id, is_reminder, since],
      )
      return rows[0]?.at ?? null
    },

    /** `at`: when it is to be sent. */
    async insertList(list: NewList, at: Instant): Promise<number[]> {
      const { webhook_id, event, delivery, alarm_ids, queued_at } = list
      const { rows } = await query<{ id: number }>(
        `insert into webhook_deliveries (webhook_id, event, delivery, alarm_ids, queued_at, next_try_at)
values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
        [webhook_id, event, delivery, alarm_ids, queued_at, at],
      )
      return rows.map(({ id }) => id)
    },

    /** Whether a try is still to be made after so many. Nobody else begins it until the transaction's end. */
    async lockDue(id: number, tries: number): Promise<DueDelivery | undefined> {
      const { rows } = await query<DueDelivery>(
        `select id, webhook_id, coalesce(alarm_ids, array_remove(array[alarm_id], null)) as alarm_ids, event, delivery, queued_at, tries
from webhook_deliveries where id = $1 and tries = $2 and next_try_at is not null for update`,
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

import { asPage, type Page } from '@dalyan/contracts/paging'
import { webhookEventOf, type WebhookDelivery } from '@dalyan/contracts/webhooks'
import type { Connection } from '../../core/database/database.ts'
import type { NotificationRow } from '../../core/database/schema-notifications.ts'
import { deliveryIdOf } from './delivery-id.rules.ts'

type DeliveryRow = Omit<WebhookDelivery, 'delivery' | 'event'> &
  Pick<NotificationRow, 'reason' | 'episode_at' | 'reminder_number' | 'digest_id'>

// A digest is one delivery, shown as its first notification.
const SHOWN = 'webhook_id = $1 and (digest_id is null or digest_id = id)'

/** Sent and waiting deliveries of a webhook, newest first. */
export async function listDeliveries(
  { query }: Pick<Connection, 'query'>,
  webhookId: number,
  asked: { page: number; per_page: number },
): Promise<Page<WebhookDelivery>> {
  const [page, count] = await Promise.all([
    query<DeliveryRow>(
      `select id, alarm_id, reason, episode_at, reminder_number, digest_id, tries, queued_at, tried_at, took_ms, status, error, answer,
  next_try_at, sent_at as delivered_at,
  case when alarm_id is null then 0 when digest_id is null then 1
    else (select count(*) from notifications d where d.digest_id = n.id)::int end as alarms,
  case when sent_at is not null then 'delivered' when next_try_at is not null then 'waiting' when error is not null then 'failed'
    else 'dropped' end as state
from notifications n where ${SHOWN} order by id desc limit $2 offset $3`,
      [webhookId, asked.per_page, (asked.page - 1) * asked.per_page],
    ),
    query<{ n: number }>(`select count(*)::int as n from notifications where ${SHOWN}`, [webhookId]),
  ])
  const data = page.rows.map(({ reason, episode_at, reminder_number, digest_id, alarm_id, ...row }) => ({
    ...row,
    delivery: deliveryIdOf({ id: row.id, alarm_id, reason, episode_at, reminder_number }, digest_id !== null),
    event: webhookEventOf(reason),
    alarm_id: digest_id === null ? alarm_id : null,
  }))
  return asPage(data, count.rows[0]?.n ?? 0, asked)
}

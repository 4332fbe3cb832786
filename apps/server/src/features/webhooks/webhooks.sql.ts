import type { Instant } from '@dalyan/contracts/instant'
import type { Page } from '@dalyan/contracts/paging'
import {
  webhookEventOf,
  type Webhook,
  type WebhookDelivery,
  type WebhookInput,
  type WebhookListQuery,
} from '@dalyan/contracts/webhooks'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { createList, equals, type PageWindow, refOf } from '../../core/database/list.ts'
import type { NotificationRow } from '../../core/database/schema-notifications.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import type { Versioned } from '../../core/records.ts'
import { deliveryIdOf } from './webhook-content.rules.ts'

// SQL text: the builder has no recursive search for the firms above, and counts of deliveries with their conditions are hard to read in it.

type WebhookRow = Versioned<Webhook>

const webhooks = createList<WebhookListQuery, WebhookRow>({
  from: 'webhooks w',
  id: 'w.id',
  columns: `w.id, w.url, w.events, w.template, w.active, w.last_success_at, w.last_failure_at, w.last_error,
w.created_at, w.updated_at, w.version, (select count(*) from notifications n where n.user_id is null and n.webhook_id = w.id and n.next_try_at is not null and n.tries > 0 and (n.digest_id is null or n.digest_id = n.id)) as waiting,
${refOf('f', 'code', 'name')} as firm`,
  joins: 'join firms f on f.id = w.firm_id',
  filters: { filter_firm_id: equals('w.firm_id') },
  sorts: { id: 'w.id', url: 'w.url', active: 'w.active', updated_at: 'w.updated_at' },
  defaultSort: [{ field: 'id', descending: false }],
})

export type WebhookColumns = Pick<WebhookInput, 'url' | 'events' | 'template' | 'active'>

/** Purpose of the sealing. */
export const WEBHOOK_SECRET = 'webhook'

/** The fields of a webhook that a delivery needs, with the secret as stored. */
export interface WebhookTarget {
  id: number
  url: string
  secret: string
  template: string | null
  active: boolean
}

const OF_TANKS = `
with recursive up as (
  select id as tank_id, firm_id from tanks where id = any($1) and firm_id is not null
  union select up.tank_id, f.parent_id from up join firms f on f.id = up.firm_id where f.parent_id is not null
)
select up.tank_id, w.id, w.events from up join webhooks w on w.firm_id = up.firm_id where w.active order by w.id`

type DeliveryRow = Omit<WebhookDelivery, 'delivery' | 'event'> &
  Pick<NotificationRow, 'reason' | 'episode_at' | 'reminder_number' | 'digest_id'>

const DELIVERIES = createList<PageWindow, DeliveryRow>({
  from: 'notifications n',
  id: 'n.id',
  columns: `n.id, n.alarm_id, n.reason, n.episode_at, n.reminder_number, n.digest_id, n.tries, n.queued_at, n.tried_at, n.took_ms, n.status, n.error,
    n.answer, n.next_try_at, n.sent_at as delivered_at,
    case when n.alarm_id is null then 0 when n.digest_id is null then 1
      else (select count(*) from notifications d where d.digest_id = n.id)::int end as alarms,
    case when n.sent_at is not null then 'delivered' when n.next_try_at is not null then 'waiting' when n.error is not null then 'failed'
      else 'dropped' end as state`,
  filters: {},
  sorts: {},
  defaultSort: [],
  isNewestFirst: true,
})

/** The webhooks of firms, and their deliveries. */
export function webhooksRepository(on: Connection) {
  const { db, query } = on
  const findById = async (id: number) => (await webhooks.find(on, equals('w.id')(id)))[0]

  return {
    list: (asked: WebhookListQuery): Promise<Page<Webhook>> =>
      webhooks.readPage(on, asked, webhooks.conditionOf(asked)),

    findById,

    /** The webhook, locked until the end of the transaction. */
    async lockById(id: number): Promise<WebhookRow | undefined> {
      await query('select from webhooks where id = $1 for update', [id])
      return findById(id)
    },

    async insert(firm_id: number, secret: string, columns: WebhookColumns): Promise<number> {
      const row = { firm_id, secret, ...columns }
      return (await db.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow()).id
    },

    async update(id: number, columns: WebhookColumns, at: Instant): Promise<void> {
      const set = { ...columns, updated_at: at, version: sql<number>`version + 1` }
      await db.updateTable('webhooks').set(set).where('id', '=', id).execute()
    },

    async setSecret(id: number, secret: string, at: Instant): Promise<void> {
      const set = { secret, updated_at: at, version: sql<number>`version + 1` }
      await db.updateTable('webhooks').set(set).where('id', '=', id).execute()
    },

    /** Seals secrets that were stored unsealed. */
    async sealAll(secrets: Pick<SecretBox, 'seal'>): Promise<void> {
      for (const { id, secret } of await db.selectFrom('webhooks').select(['id', 'secret']).execute()) {
        const unsealed = db.updateTable('webhooks').where('id', '=', id).where('secret', '=', secret)
        const sealed = secrets.seal(WEBHOOK_SECRET, secret)
        if (sealed !== secret) await unsealed.set({ secret: sealed }).execute()
      }
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom('webhooks').where('id', '=', id).execute()
    },

    async findTarget(id: number): Promise<WebhookTarget | undefined> {
      const webhook = db.selectFrom('webhooks').where('id', '=', id)
      return webhook.select(['id', 'url', 'secret', 'template', 'active']).executeTakeFirst()
    },

    /** Per tank the active webhooks of its firm and of the firms above. */
    async findOfTanks(tankIds: readonly number[]): Promise<Map<number, { id: number; events: string[] }[]>> {
      const { rows } = await query<{ tank_id: number; id: number; events: string[] }>(OF_TANKS, [tankIds])
      return Map.groupBy(rows, ({ tank_id }) => tank_id)
    },

    /** Stores the result of the last delivery; `error` null: it was accepted. */
    async note(id: number, at: Instant, error: string | null): Promise<void> {
      const outcome = error === null ? { last_success_at: at } : { last_failure_at: at, last_error: error }
      await db.updateTable('webhooks').set(outcome).where('id', '=', id).execute()
    },

    /** Sent and waiting deliveries of a webhook, newest first. */
    async listDeliveries(id: number, asked: PageWindow): Promise<Page<WebhookDelivery>> {
      // A digest is one delivery, shown as its first notification.
      const isShown = sql`n.webhook_id = ${id} and (n.digest_id is null or n.digest_id = n.id)`
      const page = await DELIVERIES.readPage(on, asked, isShown)
      const data = page.data.map(({ reason, episode_at, reminder_number, digest_id, alarm_id, ...row }) => ({
        ...row,
        delivery: deliveryIdOf({ id: row.id, alarm_id, reason, episode_at, reminder_number }, digest_id !== null),
        event: webhookEventOf(reason),
        alarm_id: digest_id === null ? alarm_id : null,
      }))
      return { ...page, data }
    },
  }
}

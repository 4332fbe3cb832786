import type { Instant } from '@dalyan/contracts/instant'
import { asPage, type Page } from '@dalyan/contracts/paging'
import type { Webhook, WebhookInput, WebhookListQuery } from '@dalyan/contracts/webhooks'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { orderBy } from '../../core/database/order-by.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import type { Versioned } from '../../core/versioned.ts'

const SELECT =
  sql.raw(`select w.id, w.url, w.events, w.template, w.active, w.last_success_at, w.last_failure_at, w.last_error,
w.created_at, w.updated_at, w.version, (select count(*) from notifications n where n.user_id is null and n.webhook_id = w.id and n.next_try_at is not null and n.tries > 0 and (n.digest_id is null or n.digest_id = n.id)) as waiting,
json_build_object('id', f.id, 'code', f.code, 'name', f.name) as firm
from webhooks w join firms f on f.id = w.firm_id`)

const SORTS = { id: 'w.id', url: 'w.url', active: 'w.active', updated_at: 'w.updated_at' } as const

type WebhookRow = Versioned<Webhook>
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

export function webhooksRepository({ db, query }: Connection) {
  return {
    async list(asked: WebhookListQuery): Promise<Page<Webhook>> {
      const where = asked.filter_firm_id === undefined ? sql`true` : sql`w.firm_id = ${asked.filter_firm_id}`
      const order = orderBy(SORTS, asked.sort ?? [{ field: 'id', descending: false }])
      const offset = (asked.page - 1) * asked.per_page
      const [page, count] = await Promise.all([
        sql<WebhookRow>`${SELECT} where ${where} order by ${order} limit ${asked.per_page} offset ${offset}`.execute(
          db,
        ),
        sql<{ n: number }>`select count(*) as n from webhooks w where ${where}`.execute(db),
      ])
      return asPage(page.rows, count.rows[0]?.n ?? 0, asked)
    },

    async findById(id: number): Promise<WebhookRow | undefined> {
      const { rows } = await sql<WebhookRow>`${SELECT} where w.id = ${id}`.execute(db)
      return rows[0]
    },

    /** Locks the webhook until the end of the transaction. */
    async lock(id: number): Promise<void> {
      await query('select from webhooks where id = $1 for update', [id])
    },

    async insert(firm_id: number, secret: string, columns: WebhookColumns): Promise<number> {
      const row = { firm_id, secret, ...columns }
      return (await db.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow()).id
    },

    async update(id: number, columns: WebhookColumns, at: Instant): Promise<void> {
      await db
        .updateTable('webhooks')
        .set({ ...columns, updated_at: at, version: sql`version + 1` })
        .where('id', '=', id)
        .execute()
    },

    async setSecret(id: number, secret: string, at: Instant): Promise<void> {
      await query('update webhooks set secret = $2, updated_at = $3, version = version + 1 where id = $1', [
        id,
        secret,
        at,
      ])
    },

    /** Seals secrets that were stored unsealed. */
    async sealAll(secrets: Pick<SecretBox, 'seal'>): Promise<void> {
      const { rows } = await query<{ id: number; secret: string }>('select id, secret from webhooks')
      for (const { id, secret } of rows) {
        const sealed = secrets.seal(WEBHOOK_SECRET, secret)
        if (sealed !== secret)
          await query('update webhooks set secret = $3 where id = $1 and secret = $2', [id, secret, sealed])
      }
    },

    async remove(id: number): Promise<boolean> {
      const { rows } = await query('delete from webhooks where id = $1 returning id', [id])
      return rows.length > 0
    },

    async findTarget(id: number): Promise<WebhookTarget | undefined> {
      return db
        .selectFrom('webhooks')
        .select(['id', 'url', 'secret', 'template', 'active'])
        .where('id', '=', id)
        .executeTakeFirst()
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
  }
}

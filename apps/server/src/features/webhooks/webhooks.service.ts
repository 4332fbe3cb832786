import { randomBytes } from 'node:crypto'
import type { Webhook, WebhookChange, WebhookInput, WebhookWithSecret } from '@dalyan/contracts/webhooks'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import { refusePrivate } from '../../core/outbound/public-agent.ts'
import { checkVersion, type Versioned } from '../../core/versioned.ts'
import { withChange } from '../../core/with-change.ts'
import { webhooksRepository } from './webhooks.repository.ts'

interface Needs {
  database: Database
  clock: Clock
  allowPrivate: boolean
  hasFirm: (on: Connection, id: number) => Promise<boolean>
}

export type WebhooksService = ReturnType<typeof createWebhooksService>

export function createWebhooksService({ database, clock, allowPrivate, hasFirm }: Needs) {
  async function found(id: number): Promise<Versioned<Webhook>> {
    const webhook = await webhooksRepository(database).findById(id)
    if (!webhook) throw notFound()
    return webhook
  }

  /** What a name leads to is looked at with every request; an address written as such can be refused at once. */
  function checkUrl(url: string): void {
    if (!URL.canParse(url)) throw invalidField('url', 'https_required')
    try {
      refusePrivate(url, allowPrivate)
    } catch {
      throw invalidField('url', 'private_address')
    }
  }

  return {
    get: found,

    async create({ firm_id, ...columns }: WebhookInput): Promise<Versioned<WebhookWithSecret>> {
      checkUrl(columns.url)
      const secret = randomBytes(32).toString('base64url')
      const id = await database.transact(async (on) => {
        if (!(await hasFirm(on, firm_id))) throw invalidField('firm_id', 'unknown_firm')
        return webhooksRepository(on).insert(firm_id, secret, columns)
      })
      return { ...(await found(id)), secret }
    },

    /** `expected`: the version that the editor saw; 412 when it is no longer current. */
    async update(id: number, change: WebhookChange, expected?: number): Promise<Versioned<Webhook>> {
      if (change.url !== undefined) checkUrl(change.url)
      await database.transact(async (on) => {
        const webhooks = webhooksRepository(on)
        await webhooks.lock(id)
        const before = await webhooks.findById(id)
        if (!before) throw notFound()
        checkVersion(before, expected)
        const { url, events, template, active } = withChange(before, change)
        await webhooks.update(id, { url, events, template, active }, instantAt(clock.now()))
      })
      return found(id)
    },

    async remove(id: number): Promise<void> {
      if (!(await webhooksRepository(database).remove(id))) throw notFound()
    },
  }
}

import { randomBytes } from 'node:crypto'
import type {
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookPreview,
  WebhookWithSecret,
} from '@dalyan/contracts/webhooks'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import { refusePrivate } from '../../core/outbound/public-agent.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import { checkVersion, type Versioned } from '../../core/versioned.ts'
import { withChange } from '../../core/with-change.ts'
import { EXAMPLE } from './example-content.ts'
import { bodyOf, jsonProblem } from './webhook-body.rules.ts'
import { WEBHOOK_SECRET, webhooksRepository } from './webhooks.repository.ts'

interface Needs {
  database: Database
  clock: Clock
  secrets: Pick<SecretBox, 'seal'>
  allowPrivate: boolean
  hasFirm: (on: Connection, id: number) => Promise<boolean>
}

export type WebhooksService = ReturnType<typeof createWebhooksService>

export function createWebhooksService({ database, clock, secrets, allowPrivate, hasFirm }: Needs) {
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

  /** What the template would send of a made-up alarm. @throws 422 where it says that it is JSON and is none */
  function preview(template: string | null): WebhookPreview {
    const sent = bodyOf(template, EXAMPLE, clock.now())
    const reason = jsonProblem(sent)
    if (reason !== null) throw invalidField('template', 'template_not_json', { reason })
    return sent
  }

  const newSecret = () => randomBytes(32).toString('base64url')

  return {
    get: found,
    preview,

    async create({ firm_id, ...columns }: WebhookInput): Promise<Versioned<WebhookWithSecret>> {
      checkUrl(columns.url)
      preview(columns.template)
      const secret = newSecret()
      const id = await database.transact(async (on) => {
        if (!(await hasFirm(on, firm_id))) throw invalidField('firm_id', 'unknown_firm')
        return webhooksRepository(on).insert(firm_id, secrets.seal(WEBHOOK_SECRET, secret), columns)
      })
      return { ...(await found(id)), secret }
    },

    /** `expected`: the version that the editor saw; 412 when it is no longer current. */
    async update(id: number, change: WebhookChange, expected?: number): Promise<Versioned<Webhook>> {
      if (change.url !== undefined) checkUrl(change.url)
      if (change.template !== undefined) preview(change.template)
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

    /** From now on nothing is signed with the old one. */
    async renewSecret(id: number): Promise<Versioned<WebhookWithSecret>> {
      const secret = newSecret()
      await database.transact(async (on) => {
        const webhooks = webhooksRepository(on)
        await webhooks.lock(id)
        await webhooks.setSecret(id, secrets.seal(WEBHOOK_SECRET, secret), instantAt(clock.now()))
      })
      return { ...(await found(id)), secret }
    },

    async remove(id: number): Promise<void> {
      if (!(await webhooksRepository(database).remove(id))) throw notFound()
    },
  }
}

import { createHash, randomBytes } from 'node:crypto'
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
import type { UserActor } from '../../core/http/actor.ts'
import { checkTarget } from '../../core/outbound/check-target.ts'
import type { TargetGuard } from '../../core/outbound/public-agent.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import { checkVersion, type Versioned } from '../../core/versioned.ts'
import { withChange } from '../../core/with-change.ts'
import type { Audit } from '../logs/audit-log.ts'
import { EXAMPLE } from './example-content.ts'
import { bodyOf, jsonProblem } from './webhook-body.rules.ts'
import { WEBHOOK_SECRET, webhooksRepository, type WebhookColumns } from './webhooks.repository.ts'

interface Needs {
  database: Database
  clock: Clock
  secrets: Pick<SecretBox, 'seal'>
  guard: Pick<TargetGuard, 'read'>
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  audit: Audit
}

export type WebhooksService = ReturnType<typeof createWebhooksService>

export function createWebhooksService({ database, clock, secrets, guard, hasFirm, audit }: Needs) {
  async function found(id: number): Promise<Versioned<Webhook>> {
    const webhook = await webhooksRepository(database).findById(id)
    if (!webhook) throw notFound()
    return webhook
  }

  /** What the template would send for an example alarm. @throws 422 when it begins like JSON but is not valid */
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

    async create({ firm_id, ...columns }: WebhookInput, actor: UserActor): Promise<Versioned<WebhookWithSecret>> {
      checkTarget(guard, 'url', columns.url)
      preview(columns.template)
      const secret = newSecret()
      const id = await database.transact(async (on) => {
        if (!(await hasFirm(on, firm_id))) throw invalidField('firm_id', 'unknown_firm')
        const made = await webhooksRepository(on).insert(firm_id, secrets.seal(WEBHOOK_SECRET, secret), columns)
        const after = { firm_id, ...auditedFields(columns) }
        await audit(on, actor, { event: 'webhook_created', target: targetOf(made, columns), after })
        return made
      })
      return { ...(await found(id)), secret }
    },

    /** `expected`: the version that the user edited; 412 when it is no longer current. */
    async update(id: number, change: WebhookChange, actor: UserActor, expected?: number): Promise<Versioned<Webhook>> {
      if (change.url !== undefined) checkTarget(guard, 'url', change.url)
      if (change.template !== undefined) preview(change.template)
      await database.transact(async (on) => {
        const webhooks = webhooksRepository(on)
        await webhooks.lock(id)
        const before = await webhooks.findById(id)
        if (!before) throw notFound()
        checkVersion(before, expected)
        const { url, events, template, active } = withChange(before, change)
        const columns = { url, events, template, active }
        await webhooks.update(id, columns, instantAt(clock.now()))
        await audit(on, actor, {
          event: 'webhook_updated',
          target: targetOf(id, columns),
          before: auditedFields(before),
          after: auditedFields(columns),
        })
      })
      return found(id)
    },

    /** Nothing is signed with the old secret from now on. */
    async renewSecret(id: number, actor: UserActor): Promise<Versioned<WebhookWithSecret>> {
      const secret = newSecret()
      await database.transact(async (on) => {
        const webhooks = webhooksRepository(on)
        await webhooks.lock(id)
        const webhook = await webhooks.findById(id)
        if (!webhook) throw notFound()
        await audit(on, actor, { event: 'webhook_secret_renewed', target: targetOf(id, webhook) })
        await webhooks.setSecret(id, secrets.seal(WEBHOOK_SECRET, secret), instantAt(clock.now()))
      })
      return { ...(await found(id)), secret }
    },

    async remove(id: number, actor: UserActor): Promise<void> {
      await database.transact(async (on) => {
        const webhooks = webhooksRepository(on)
        await webhooks.lock(id)
        const before = await webhooks.findById(id)
        if (!before) throw notFound()
        await webhooks.remove(id)
        const target = targetOf(id, before)
        await audit(on, actor, { event: 'webhook_deleted', target, before: auditedFields(before) })
      })
    },
  }
}

/**
 * The fields of a webhook in the audit log. URLs and templates of chat services often contain a key, so the log gets only the URL's origin,
 * the template's length, and fingerprints that show when they change.
 */
function auditedFields({ url, events, template, active }: WebhookColumns) {
  return {
    url: `${new URL(url).origin}/… (${fingerprint(url)})`,
    events,
    template: template === null ? null : `… (${template.length}, ${fingerprint(template)})`,
    active,
  }
}

function targetOf(id: number, { url }: Pick<WebhookColumns, 'url'>) {
  return { kind: 'webhook' as const, id, name: new URL(url).host }
}

const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

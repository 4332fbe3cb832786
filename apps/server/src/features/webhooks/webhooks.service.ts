import { createHash, randomBytes } from 'node:crypto'
import { EXAMPLE_ALARM } from '@dalyan/contracts/example-alarm'
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
import { checkTarget, type TargetGuard } from '../../core/outbound/public-agent.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import { checkVersion, type Versioned, withChange } from '../../core/records.ts'
import type { Audit } from '../../core/audit.ts'
import { bodyOf, jsonProblem, type WebhookContent } from './webhook-content.rules.ts'
import { WEBHOOK_SECRET, webhooksRepository, type WebhookColumns } from './webhooks.sql.ts'

interface Needs {
  database: Database
  clock: Clock
  secrets: Pick<SecretBox, 'seal'>
  guard: Pick<TargetGuard, 'read'>
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  audit: Audit
}

/** The content of previews. */
export const EXAMPLE: WebhookContent = {
  id: '4711-raised-1783674000000-0',
  event: 'alarm.raised',
  text: 'Kritik: TNK-014 Havuz "3", pH yüksek: 9,12',
  alarm: EXAMPLE_ALARM,
  alarms: [EXAMPLE_ALARM],
}

export type WebhooksService = ReturnType<typeof createWebhooksService>

export function createWebhooksService({ database, clock, secrets, guard, hasFirm, audit }: Needs) {
  async function found(id: number, on: Connection = database): Promise<Versioned<Webhook>> {
    const webhook = await webhooksRepository(on).findById(id)
    if (!webhook) throw notFound()
    return webhook
  }

  async function locked(id: number, on: Connection): Promise<Versioned<Webhook>> {
    await webhooksRepository(on).lock(id)
    return found(id, on)
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
    get: (id: number) => found(id),
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
        const before = await locked(id, on)
        checkVersion(before, expected)
        const { url, events, template, active } = withChange(before, change)
        const columns = { url, events, template, active }
        await webhooksRepository(on).update(id, columns, instantAt(clock.now()))
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
        const webhook = await locked(id, on)
        await audit(on, actor, { event: 'webhook_secret_renewed', target: targetOf(id, webhook) })
        await webhooksRepository(on).setSecret(id, secrets.seal(WEBHOOK_SECRET, secret), instantAt(clock.now()))
      })
      return { ...(await found(id)), secret }
    },

    async remove(id: number, actor: UserActor): Promise<void> {
      await database.transact(async (on) => {
        const before = await locked(id, on)
        await webhooksRepository(on).remove(id)
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

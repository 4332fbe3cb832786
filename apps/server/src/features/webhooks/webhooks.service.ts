import { createHash, randomBytes } from 'node:crypto'
import { EXAMPLE_ALARM } from '@dalyan/contracts/example-alarm'
import type {
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookPreview,
  WebhookWithSecret,
} from '@dalyan/contracts/webhooks'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { invalidField } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { checkTarget, type TargetGuard } from '../../core/outbound/public-agent.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import { checkVersion, requireFound, type Versioned, withChange } from '../../core/records.ts'
import { bodyOf, jsonProblem, type WebhookContent } from './webhook-content.rules.ts'
import { WEBHOOK_SECRET, webhooksRepository, type WebhookColumns } from './webhooks.sql.ts'

export interface WebhookNeeds extends Pick<Basics, 'database' | 'clock' | 'audit'> {
  secrets: Pick<SecretBox, 'seal'>
  guard: Pick<TargetGuard, 'read'>
  hasFirm: (on: Connection, id: number) => Promise<boolean>
}

/** The content of previews. */
export const EXAMPLE: WebhookContent = {
  id: '4711-raised-1783674000000-0',
  event: 'alarm.raised',
  text: 'Kritik: TNK-014 Havuz "3", pH yüksek: 9,12',
  alarm: EXAMPLE_ALARM,
  alarms: [EXAMPLE_ALARM],
}

export async function getWebhook(
  { database }: Pick<WebhookNeeds, 'database'>,
  id: number,
): Promise<Versioned<Webhook>> {
  return requireFound(await webhooksRepository(database).findById(id))
}

/** What the template would send for an example alarm. @throws 422 when it begins like JSON but is not valid */
export function previewTemplate({ clock }: Pick<WebhookNeeds, 'clock'>, template: string | null): WebhookPreview {
  const sent = bodyOf(template, EXAMPLE, clock.now())
  const reason = jsonProblem(sent)
  if (reason !== null) throw invalidField('template', 'template_not_json', { reason })
  return sent
}

export async function createWebhook(
  needs: WebhookNeeds,
  { firm_id, ...columns }: WebhookInput,
  actor: UserActor,
): Promise<Versioned<WebhookWithSecret>> {
  checkTarget(needs.guard, 'url', columns.url)
  previewTemplate(needs, columns.template)
  const secret = newSecret()
  const id = await needs.database.transact(async (on) => {
    if (!(await needs.hasFirm(on, firm_id))) throw invalidField('firm_id', 'unknown_firm')
    const made = await webhooksRepository(on).insert(firm_id, needs.secrets.seal(WEBHOOK_SECRET, secret), columns)
    const after = { firm_id, ...auditedFields(columns) }
    await needs.audit(on, actor, { event: 'webhook_created', target: targetOf(made, columns), after })
    return made
  })
  return { ...(await getWebhook(needs, id)), secret }
}

/** `expected`: the version that the user edited; 412 when it is no longer current. */
export async function updateWebhook(
  needs: WebhookNeeds,
  id: number,
  change: WebhookChange,
  actor: UserActor,
  expected?: number,
): Promise<Versioned<Webhook>> {
  if (change.url !== undefined) checkTarget(needs.guard, 'url', change.url)
  if (change.template !== undefined) previewTemplate(needs, change.template)
  await needs.database.transact(async (on) => {
    const before = await lock(on, id)
    checkVersion(before, expected)
    const { url, events, template, active } = withChange(before, change)
    const columns = { url, events, template, active }
    await webhooksRepository(on).update(id, columns, instantAt(needs.clock.now()))
    await needs.audit(on, actor, {
      event: 'webhook_updated',
      target: targetOf(id, columns),
      before: auditedFields(before),
      after: auditedFields(columns),
    })
  })
  return getWebhook(needs, id)
}

/** Nothing is signed with the old secret from now on. */
export async function renewWebhookSecret(
  needs: WebhookNeeds,
  id: number,
  actor: UserActor,
): Promise<Versioned<WebhookWithSecret>> {
  const { database, clock, secrets, audit } = needs
  const secret = newSecret()
  await database.transact(async (on) => {
    const webhook = await lock(on, id)
    await audit(on, actor, { event: 'webhook_secret_renewed', target: targetOf(id, webhook) })
    await webhooksRepository(on).setSecret(id, secrets.seal(WEBHOOK_SECRET, secret), instantAt(clock.now()))
  })
  return { ...(await getWebhook(needs, id)), secret }
}

export async function removeWebhook({ database, audit }: WebhookNeeds, id: number, actor: UserActor): Promise<void> {
  await database.transact(async (on) => {
    const before = await lock(on, id)
    await webhooksRepository(on).remove(id)
    const target = targetOf(id, before)
    await audit(on, actor, { event: 'webhook_deleted', target, before: auditedFields(before) })
  })
}

async function lock(on: Connection, id: number): Promise<Versioned<Webhook>> {
  return requireFound(await webhooksRepository(on).lockById(id))
}

const newSecret = () => randomBytes(32).toString('base64url')

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

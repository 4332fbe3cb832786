import type { Language } from '@dalyan/contracts/errors'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { nextTryAfter } from '../../core/outbound/next-try.rules.ts'
import { composeAccountMail } from './account-mail.ts'
import { accountEmailsRepository, type AccountEmailRow } from './account-emails.repository.ts'
import type { AuthNeeds } from './auth-needs.ts'
import { LINK_MINUTES, sealOf, type MailedLinkKind } from './mailed-link.ts'
import { mailedLinksRepository } from './mailed-links.repository.ts'
import { makeSecret } from '../../core/secrets/random-secret.ts'

/** Retries cover a mail server outage of an afternoon; after a day the user must request again. */
const RETRIES = { firstPause: 1, longestPause: 600, triedForMs: 6 * 3_600_000 }
const KEPT_MS = 24 * 3_600_000

// Emails about accounts that users requested. The account is looked up only when the email is sent, so that the response time does not show whether
// it exists. A waiting row contains no token: the link is created when the email is sent.

/** Runs in the caller's transaction. A request that already waits is not repeated. */
export function putAccountEmail(
  { clock }: Pick<AuthNeeds, 'clock'>,
  on: Connection,
  kind: MailedLinkKind,
  email: string,
  language: Language | null,
): Promise<void> {
  return accountEmailsRepository(on).insert({ kind, email, language, requested_at: instantAt(clock.now()) })
}

/** Sends the emails that are due; call it repeatedly. */
export async function sendAccountEmails(needs: AuthNeeds): Promise<void> {
  const due = await accountEmailsRepository(needs.database).findDue(instantAt(needs.clock.now()))
  await Promise.all(due.map((request) => send(needs, request)))
}

/** Deletes requests older than a day. */
export function removeOldAccountEmails({ database, clock }: AuthNeeds): Promise<void> {
  return accountEmailsRepository(database).removeBefore(instantAt(clock.now() - KEPT_MS))
}

async function send(needs: AuthNeeds, request: AccountEmailRow): Promise<void> {
  const { database, clock, log, mailer } = needs
  let next: string | null = null
  try {
    if (mailer.isReady) await write(needs, request)
  } catch (error) {
    log.warn({ err: error, kind: request.kind }, 'a mail about an account could not be sent')
    next = nextTryAfter(RETRIES, { since: request.requested_at, tries: request.tries + 1 }, clock.now())
  }
  await accountEmailsRepository(database).settle(request.id, next)
}

async function write(needs: AuthNeeds, { kind, email, language }: AccountEmailRow): Promise<void> {
  const { database, clock, log, mailer, origin, users, settings } = needs
  const known = await users(database).findSecretByEmail(email)
  const account = known && (await users(database).findSecretById(known.id))
  if (!account) return
  const { secret, hash } = makeSecret()
  const expires_at = instantAt(clock.now() + LINK_MINUTES[kind] * 60_000)
  const link = { user_id: account.id, kind, hash, seal: sealOf(kind, account), expires_at }
  await mailedLinksRepository(database).save(link)
  const own = account.locale === 'en' ? 'en' : 'tr'
  const system = await settings(database).get('system_name')
  const mail = { kind, language: language ?? own, email: account.email, system, origin: origin(), token: secret }
  await mailer.send(composeAccountMail(mail))
  log.info({ user_id: account.id, kind }, 'a mail about an account was sent')
}

import type { Language } from '@dalyan/contracts/errors'
import { instantAt } from '../../core/clock.ts'
import { AppError, invalidField } from '../../core/errors.ts'
import { callerNetwork } from '../../core/http/caller-network.ts'
import { requireFound } from '../../core/records.ts'
import { hashOfSecret, isSameHash } from '../../core/secrets/random-secret.ts'
import { putAccountEmail } from './account-emails.ts'
import { takeAttempt } from './attempt-gate.ts'
import { ATTEMPT_LIMITS } from './attempt-limits.rules.ts'
import type { AccountNeeds } from './auth-needs.ts'
import { foldedEmail } from './folded-email.ts'
import { knownBrowsersRepository } from './known-browsers.repository.ts'
import { LINK_MINUTES, sealOf, type MailedLinkKind } from './mailed-link.ts'
import { mailedLinksRepository } from './mailed-links.repository.ts'
import { checkNewPassword, type NewPassword } from './new-password.ts'
import { accountOf, actorAt, announceEnded, endAllSessions, type CallOrigin } from './sessions.ts'

// Lets users set a forgotten password, and confirm their address, by a link that only their mailbox receives.

/** Responds the same and does the same work whether or not the account exists. */
export async function askPasswordReset(
  needs: AccountNeeds,
  email: string,
  caller: CallOrigin,
  language: Language | null,
): Promise<{ link_minutes: number }> {
  refuseWithoutMail(needs)
  const address = callerNetwork(caller.address)
  await takeAttempt(
    needs,
    [
      { key: `reset ${foldedEmail(email)} ${address}`, ...ATTEMPT_LIMITS.askReset },
      { key: `reset ${foldedEmail(email)}`, ...ATTEMPT_LIMITS.askResetOfAccount },
      { key: `reset from ${address}`, ...ATTEMPT_LIMITS.askResetFromAddress },
    ],
    (on) => putAccountEmail(needs, on, 'reset', email, language),
  )
  return { link_minutes: LINK_MINUTES.reset }
}

/** Does not use the link up. */
export async function checkPasswordReset(needs: AccountNeeds, token: string): Promise<{ email: string }> {
  const { email } = await ownerOf(needs, 'reset', token)
  return { email }
}

/** Ends all sessions, so that users of the old password are signed out. */
export async function resetPassword(
  needs: AccountNeeds,
  { token, ...given }: NewPassword & { token: string },
  caller: CallOrigin,
): Promise<{ email: string; mark: string }> {
  const { database, clock, log, events, users, hasher, audit } = needs
  const account = await ownerOf(needs, 'reset', token)
  const { id, email } = account
  checkNewPassword(given, account)
  if (account.password_temporary && (await hasher.verify(given.password, account.password_hash)))
    throw invalidField('password', 'password_unchanged')
  const password_hash = await hasher.hash(given.password)
  const { ended, mark } = await database.transact(async (on) => {
    // Of two requests with the same link, the second finds a changed password.
    if ((await users(on).holdPassword(id)) !== account.password_hash) throw new AppError(404, 'link_over')
    await mailedLinksRepository(on).remove('reset', id)
    await users(on).updatePassword(id, password_hash)
    // The link authorizes the call: its owner need not be signed in.
    await audit(on, actorAt(caller, null), { event: 'password_reset', target: accountOf(account) })
    // The link proves that the user owns the mailbox.
    await users(on).confirmEmail(id, email, instantAt(clock.now()))
    const gone = await endAllSessions(on, id)
    // Marks the browser as known, so that guesses elsewhere no longer delay its user.
    return { ended: gone, mark: await knownBrowsersRepository(on).remember(id, null, instantAt(clock.now())) }
  })
  announceEnded(needs, ended)
  events.emit('user.changed', { id })
  log.info({ user_id: id, ip: caller.address, sessions_ended: ended.length }, 'a password was reset by mail')
  return { email, mark }
}

/** Sends the link that confirms the address to the caller again. */
export async function askEmailConfirmation(
  needs: AccountNeeds,
  userId: number,
  language: Language | null,
): Promise<{ email: string }> {
  refuseWithoutMail(needs)
  const { email, email_confirmed_at } = requireFound(await needs.users(needs.database).findById(userId))
  if (email_confirmed_at !== null) throw new AppError(409, 'email_already_confirmed')
  await takeAttempt(needs, [{ key: `confirm email ${userId}`, ...ATTEMPT_LIMITS.askConfirmation }], (on) =>
    putAccountEmail(needs, on, 'confirm', email, language),
  )
  return { email }
}

/** The link works until it expires, so that opening the email again has the same result. */
export async function confirmEmail(needs: AccountNeeds, token: string, caller: CallOrigin): Promise<{ email: string }> {
  const { database, clock, log, events, users, audit } = needs
  const account = await ownerOf(needs, 'confirm', token)
  const { id, email } = account
  const isNew = await database.transact(async (on) => {
    const confirmed = await users(on).confirmEmail(id, email, instantAt(clock.now()))
    const target = accountOf(account)
    // The link authorizes the call: its owner need not be signed in.
    if (confirmed) await audit(on, actorAt(caller, null), { event: 'email_confirmed', target, after: { email } })
    return confirmed
  })
  if (isNew) {
    events.emit('user.changed', { id })
    log.info({ user_id: id }, 'an e-mail address was confirmed')
  }
  return { email }
}

/**
 * Finds the account of a link without using the link up.
 * @throws 404 `link_over`, the same for a link that is forged, expired, used or superseded.
 */
async function ownerOf({ database, clock, users }: AccountNeeds, kind: MailedLinkKind, token: string) {
  const hash = hashOfSecret(token)
  const link = hash && (await mailedLinksRepository(database).find(kind, hash, instantAt(clock.now())))
  const account = link && (await users(database).findSecretById(link.user_id))
  if (!link || !account || !isSameHash(link.seal, sealOf(kind, account))) throw new AppError(404, 'link_over')
  return account
}

function refuseWithoutMail({ mailer }: AccountNeeds): void {
  if (!mailer.isReady) throw new AppError(409, 'mail_not_set_up')
}

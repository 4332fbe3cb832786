import type { Language } from '@dalyan/contracts/errors'
import { instantAt } from '../../core/clock.ts'
import { AppError, invalidField, notFound } from '../../core/errors.ts'
import { callerNetwork } from '../../core/http/caller-network.ts'
import type { AccountEmails } from './account-emails.ts'
import type { TakeAttempt } from './attempt-gate.ts'
import { ATTEMPT_LIMITS } from './attempt-limits.rules.ts'
import type { AuthNeeds } from './auth-needs.ts'
import { foldedEmail } from './folded-email.ts'
import { knownBrowsersRepository } from './known-browsers.repository.ts'
import { hashOfLink, LINK_MINUTES, sealOf, type MailedLinkKind } from './mailed-link.ts'
import { mailedLinksRepository } from './mailed-links.repository.ts'
import { checkNewPassword, type NewPassword } from './new-password.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { isSameHash } from '../../core/secrets/random-secret.ts'
import { accountOf, actorAt, type Caller, type Sessions } from './sessions.ts'

interface Needs extends Pick<AuthNeeds, 'database' | 'clock' | 'log' | 'events' | 'users' | 'audit'> {
  takeAttempt: TakeAttempt
  emails: AccountEmails
  hasher: PasswordHasher
  sessions: Pick<Sessions, 'endAll' | 'announceEnded'>
}

export type MailedLinks = ReturnType<typeof createMailedLinks>

/** Lets users set a forgotten password, and confirm their address, by a link that only their mailbox receives. */
export function createMailedLinks(needs: Needs) {
  const { database, clock, log, events, takeAttempt, emails, users, hasher, sessions, audit } = needs

  /**
   * Finds the account of a link without using the link up.
   * @throws 404 `link_over`, the same for a link that is forged, expired, used or superseded.
   */
  async function ownerOf(kind: MailedLinkKind, token: string) {
    const hash = hashOfLink(token)
    const link = hash && (await mailedLinksRepository(database).find(kind, hash, instantAt(clock.now())))
    const account = link && (await users(database).findSecretById(link.user_id))
    if (!link || !account || !isSameHash(link.seal, sealOf(kind, account))) throw new AppError(404, 'link_over')
    return account
  }

  function refuseWithoutMail(): void {
    if (!emails.isReady) throw new AppError(409, 'mail_not_set_up')
  }

  return {
    /** Responds the same and does the same work whether or not the account exists. */
    async askReset(email: string, caller: Caller, language: Language | null) {
      refuseWithoutMail()
      const address = callerNetwork(caller.address)
      await takeAttempt(
        [
          { key: `reset ${foldedEmail(email)} ${address}`, ...ATTEMPT_LIMITS.askReset },
          { key: `reset ${foldedEmail(email)}`, ...ATTEMPT_LIMITS.askResetOfAccount },
          { key: `reset from ${address}`, ...ATTEMPT_LIMITS.askResetFromAddress },
        ],
        (on) => emails.put(on, 'reset', email, language),
      )
      return { link_minutes: LINK_MINUTES.reset }
    },

    /** Does not use the link up. */
    async checkReset(token: string): Promise<{ email: string }> {
      const { email } = await ownerOf('reset', token)
      return { email }
    },

    /** Ends all sessions, so that users of the old password are signed out. */
    async reset(
      { token, ...given }: NewPassword & { token: string },
      caller: Caller,
    ): Promise<{ email: string; mark: string }> {
      const account = await ownerOf('reset', token)
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
        const gone = await sessions.endAll(on, id)
        // Marks the browser as known, so that guesses elsewhere no longer delay its user.
        return { ended: gone, mark: await knownBrowsersRepository(on).remember(id, null, instantAt(clock.now())) }
      })
      sessions.announceEnded(ended)
      events.emit('user.changed', { id })
      log.info({ user_id: id, ip: caller.address, sessions_ended: ended.length }, 'a password was reset by mail')
      return { email, mark }
    },

    /** Sends the link that confirms the address to the caller again. */
    async askConfirmation(userId: number, language: Language | null): Promise<{ email: string }> {
      refuseWithoutMail()
      const user = await users(database).findById(userId)
      if (!user) throw notFound()
      if (user.email_confirmed_at !== null) throw new AppError(409, 'email_already_confirmed')
      await takeAttempt([{ key: `confirm email ${userId}`, ...ATTEMPT_LIMITS.askConfirmation }], (on) =>
        emails.put(on, 'confirm', user.email, language),
      )
      return { email: user.email }
    },

    /** The link works until it expires, so that opening the email again has the same result. */
    async confirm(token: string, caller: Caller): Promise<{ email: string }> {
      const account = await ownerOf('confirm', token)
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
    },
  }
}

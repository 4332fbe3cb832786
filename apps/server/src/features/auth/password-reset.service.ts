import type { Language } from '@dalyan/contracts/errors'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { AppError, invalidField } from '../../core/errors.ts'
import { callerNetwork } from '../../core/http/caller-network.ts'
import type { Logger } from '../../core/log.ts'
import type { AppEvents } from '../../events.ts'
import type { Audit } from '../logs/audit-log.ts'
import type { usersRepository } from '../users/users.repository.ts'
import type { AccountEmails } from './account-emails.ts'
import type { TakeAttempt } from './attempt-gate.ts'
import { foldedEmail } from './folded-email.ts'
import { knownBrowsersRepository } from './known-browsers.repository.ts'
import { LINK_MINUTES } from './mailed-link.ts'
import type { MailedLinkOwner } from './mailed-link-owner.ts'
import type { mailedLinksRepository } from './mailed-links.repository.ts'
import { checkNewPassword, type NewPassword } from './new-password.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { accountOf, actorAt, type Caller, type Sessions } from './sessions.ts'

const HOUR = 3600

interface Needs {
  database: Database
  clock: Clock
  log: Logger
  events: AppEvents
  takeAttempt: TakeAttempt
  emails: AccountEmails
  links: typeof mailedLinksRepository
  ownerOf: MailedLinkOwner
  users: typeof usersRepository
  hasher: PasswordHasher
  sessions: Pick<Sessions, 'endAll' | 'announceEnded'>
  audit: Audit
}

export type PasswordReset = ReturnType<typeof createPasswordReset>

/** Lets a user who forgot the password set a new one through an emailed link. */
export function createPasswordReset(needs: Needs) {
  const { database, clock, log, events, takeAttempt, emails, links, ownerOf, users, hasher, sessions, audit } = needs

  return {
    /** Responds the same and does the same work whether or not the account exists. */
    async ask(email: string, caller: Caller, language: Language | null) {
      if (!emails.isReady) throw new AppError(409, 'mail_not_set_up')
      const address = callerNetwork(caller.address)
      await takeAttempt(
        [
          // The first limit joins account and address, so that callers elsewhere cannot use up the account owner's; the
          // others only bound the number of emails.
          { key: `reset ${foldedEmail(email)} ${address}`, limit: 3, windowSeconds: HOUR },
          { key: `reset ${foldedEmail(email)}`, limit: 30, windowSeconds: HOUR },
          { key: `reset from ${address}`, limit: 30, windowSeconds: HOUR },
        ],
        (on) => emails.put(on, 'reset', email, language),
      )
      return { link_minutes: LINK_MINUTES.reset }
    },

    /** Does not use the link up. */
    async check(token: string): Promise<{ email: string }> {
      const { email } = await ownerOf('reset', token)
      return { email }
    },

    /** Ends all sessions, so that users of the old password are signed out. */
    async reset(
      { token, ...given }: NewPassword & { token: string },
      caller: Caller,
    ): Promise<{ email: string; mark: string }> {
      const { id, email, ...account } = await ownerOf('reset', token)
      checkNewPassword(given, { name: account.name, email })
      if (account.password_temporary && (await hasher.verify(given.password, account.password_hash)))
        throw invalidField('password', 'password_unchanged')
      const password_hash = await hasher.hash(given.password)
      const { ended, mark } = await database.transact(async (on) => {
        // Of two requests with the same link, the second finds a changed password.
        if ((await users(on).holdPassword(id)) !== account.password_hash) throw new AppError(404, 'link_over')
        await links(on).remove('reset', id)
        await users(on).updatePassword(id, password_hash)
        // The link authorizes the call: its owner need not be signed in.
        const target = accountOf({ id, name: account.name })
        await audit(on, actorAt(caller, null), { event: 'password_reset', target })
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
  }
}

import type { Language } from '@dalyan/contracts/errors'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { Logger } from '../../core/log.ts'
import type { AppEvents } from '../../events.ts'
import type { Audit } from '../logs/audit-log.ts'
import type { usersRepository } from '../users/users.repository.ts'
import type { AccountEmails } from './account-emails.ts'
import type { TakeAttempt } from './attempt-gate.ts'
import type { MailedLinkOwner } from './mailed-link-owner.ts'
import { accountOf, actorAt, type Caller } from './sessions.ts'

const HOUR = 3600

interface Needs {
  database: Database
  clock: Clock
  log: Logger
  events: AppEvents
  takeAttempt: TakeAttempt
  emails: AccountEmails
  ownerOf: MailedLinkOwner
  users: typeof usersRepository
  audit: Audit
}

export type EmailConfirmation = ReturnType<typeof createEmailConfirmation>

/** Confirms that an address belongs to the user: the user opens a link that only the mailbox received. */
export function createEmailConfirmation(needs: Needs) {
  const { database, clock, log, events, takeAttempt, emails, ownerOf, users, audit } = needs

  return {
    /** Sends the link to the caller again. */
    async ask(userId: number, language: Language | null): Promise<{ email: string }> {
      if (!emails.isReady) throw new AppError(409, 'mail_not_set_up')
      const user = await users(database).findById(userId)
      if (!user) throw notFound()
      if (user.email_confirmed_at !== null) throw new AppError(409, 'email_already_confirmed')
      await takeAttempt([{ key: `confirm email ${userId}`, limit: 3, windowSeconds: HOUR }], (on) =>
        emails.put(on, 'confirm', user.email, language),
      )
      return { email: user.email }
    },

    /** The link works until it expires, so that opening the email again has the same result. */
    async confirm(token: string, caller: Caller): Promise<{ email: string }> {
      const { id, name, email } = await ownerOf('confirm', token)
      const isNew = await database.transact(async (on) => {
        const confirmed = await users(on).confirmEmail(id, email, instantAt(clock.now()))
        const target = accountOf({ id, name })
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

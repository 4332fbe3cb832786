import type { Language } from '@dalyan/contracts/errors'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { Logger } from '../../core/log.ts'
import type { AppEvents } from '../../events.ts'
import type { usersRepository } from '../users/users.repository.ts'
import type { AccountLetters } from './account-letters.ts'
import type { TakeAttempt } from './attempt-gate.ts'
import { hashOfLink, sealOf } from './mailed-link.ts'
import type { mailedLinksRepository } from './mailed-links.repository.ts'
import { isSameHash } from './session-token.ts'

const HOUR = 3600

interface Needs {
  database: Database
  clock: Clock
  log: Logger
  events: AppEvents
  takeAttempt: TakeAttempt
  letters: AccountLetters
  links: typeof mailedLinksRepository
  users: typeof usersRepository
}

export type EmailConfirmation = ReturnType<typeof createEmailConfirmation>

/** Whether an address is its owner's: he presses a button behind a link that only his mailbox knows. */
export function createEmailConfirmation(needs: Needs) {
  const { database, clock, log, events, takeAttempt, letters, links, users } = needs
  const now = () => instantAt(clock.now())

  return {
    /** The link once more, to the person who asks. */
    async ask(userId: number, language: Language | null): Promise<{ email: string }> {
      if (!letters.isReady) throw new AppError(409, 'mail_not_set_up')
      const user = await users.findById(database, userId)
      if (!user) throw notFound()
      if (user.email_confirmed_at !== null) throw new AppError(409, 'email_already_confirmed')
      await takeAttempt([{ key: `confirm email ${userId}`, limit: 3, windowSeconds: HOUR }], (on) =>
        letters.put(on, 'confirm', user.email, language),
      )
      return { email: user.email }
    },

    /** The link stays until its time is over: who opens the mail again sees the same. */
    async confirm(token: string): Promise<{ email: string }> {
      const hash = hashOfLink(token)
      const link = hash && (await links.find(database, 'confirm', hash, now()))
      const account = link && (await users.findSecretById(database, link.user_id))
      if (!link || !account || !isSameHash(link.seal, sealOf('confirm', account))) throw new AppError(404, 'link_over')
      if (await users.confirmEmail(database, account.id, account.email, now())) {
        events.emit('user.changed', { id: account.id })
        log.info({ user_id: account.id }, 'an e-mail address was confirmed')
      }
      return { email: account.email }
    },
  }
}

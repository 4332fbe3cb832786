import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import type { AuthenticateFrom } from '../../core/http/signed-in.ts'
import type { Logger } from '../../core/log.ts'
import type { Mailer } from '../../core/outbound/mailer.ts'
import type { AppEvents } from '../../events.ts'
import type { firmsRepository } from '../firms/firms.repository.ts'
import type { Audit } from '../logs/audit-log.ts'
import type { settingsRepository } from '../settings/settings.repository.ts'
import type { usersRepository } from '../users/users.repository.ts'
import { createAccountEmails, type AccountEmails } from './account-emails.ts'
import { createAttemptGate, type TakeAttempt } from './attempt-gate.ts'
import { attemptsRepository } from './attempts.repository.ts'
import { createAuthService, type AuthService } from './auth.service.ts'
import { createEmailConfirmation, type EmailConfirmation } from './email-confirmation.service.ts'
import { ensureFirstAdmin, type FirstAdmin } from './first-admin.ts'
import { createMailedLinkOwner } from './mailed-link-owner.ts'
import { mailedLinksRepository } from './mailed-links.repository.ts'
import { checkNewPassword, type NewPassword } from './new-password.ts'
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts'
import { createPasswordReset, type PasswordReset } from './password-reset.service.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { tokensRepository } from './tokens.repository.ts'
import { createUnknownTokens } from './unknown-tokens.ts'

interface Needs {
  database: Database
  clock: Clock
  log: Logger
  events: AppEvents
  mailer: Mailer
  /** The public address of the web application, without a trailing slash. */
  origin: () => string
  users: typeof usersRepository
  firms: typeof firmsRepository
  settings: typeof settingsRepository
  audit: Audit
}

interface Auth {
  auth: AuthService
  passwordReset: PasswordReset
  emailConfirmation: EmailConfirmation
  sessions: Sessions
  authenticateFrom: AuthenticateFrom
  hasher: PasswordHasher
  takeAttempt: TakeAttempt
  accountEmails: Pick<AccountEmails, 'poll' | 'sweep'>
  /** Hashes a new password. @throws 422 at its field when the password is not allowed for this user. */
  hashNewPassword(given: NewPassword, user: { name: string; email: string }): Promise<string>
  ensureFirstAdmin(given: { email: string | undefined; password: string | undefined }): Promise<FirstAdmin | null>
}

/** Wires sign-in and everything around it. */
export function createAuth({ firms, ...needs }: Needs): Auth {
  const hasher = createPasswordHasher()
  const sessions = createSessions({ ...needs, firms, tokens: tokensRepository })
  const attempts = attemptsRepository
  const takeAttempt = createAttemptGate({ ...needs, attempts })
  const links = mailedLinksRepository
  const emails = createAccountEmails({ ...needs, links })
  const ownerOf = createMailedLinkOwner({ ...needs, links })
  const inside = { ...needs, sessions, hasher, attempts, takeAttempt, links, ownerOf, emails }
  return {
    hasher,
    sessions,
    authenticateFrom: createUnknownTokens({
      ...needs,
      sessions,
      findHashes: () => tokensRepository(needs.database).findHashes(),
    }),
    takeAttempt,
    accountEmails: emails,
    auth: createAuthService(inside),
    passwordReset: createPasswordReset(inside),
    emailConfirmation: createEmailConfirmation(inside),
    async hashNewPassword(given, user) {
      checkNewPassword(given, user)
      return hasher.hash(given.password)
    },
    ensureFirstAdmin: (given) => ensureFirstAdmin({ ...needs, hasher, ...given }),
  }
}

import { createUnknownTokens } from '../../core/http/unknown-tokens.ts'
import { createAccountEmails } from './account-emails.ts'
import { createAttemptGate } from './attempt-gate.ts'
import type { AuthNeeds } from './auth-needs.ts'
import { createAuthService } from './auth.service.ts'
import { ensureFirstAdmin } from './first-admin.ts'
import { createMailedLinks } from './mailed-links.service.ts'
import { checkNewPassword, type NewPassword } from './new-password.ts'
import { createPasskeys } from './passkeys.service.ts'
import { createPasswordHasher } from './password-hasher.ts'
import { parseToken } from './session-token.ts'
import { createSessions } from './sessions.ts'
import { tokensRepository } from './tokens.repository.ts'

/** Wires sign-in and everything around it. */
export function createAuth(needs: AuthNeeds) {
  const hasher = createPasswordHasher()
  const sessions = createSessions(needs)
  const takeAttempt = createAttemptGate(needs)
  const accountEmails = createAccountEmails(needs)
  const inside = { ...needs, sessions, hasher, takeAttempt, emails: accountEmails }
  const auth = createAuthService(inside)
  return {
    hasher,
    sessions,
    takeAttempt,
    accountEmails,
    authenticateFrom: createUnknownTokens({
      ...needs,
      hashOf: (token) => parseToken(token)?.hash ?? null,
      findHashes: () => tokensRepository(needs.database).findHashes(),
      authenticate: sessions.authenticate,
    }),
    auth,
    passkeys: createPasskeys({ ...inside, auth }),
    mailedLinks: createMailedLinks(inside),

    /** Hashes a new password. @throws 422 at its field when the password is not allowed for this user. */
    async hashNewPassword(given: NewPassword, user: { name: string; email: string }): Promise<string> {
      checkNewPassword(given, user)
      return hasher.hash(given.password)
    },

    ensureFirstAdmin: (given: { email: string | undefined; password: string | undefined }) =>
      ensureFirstAdmin({ ...needs, hasher, ...given }),
  }
}

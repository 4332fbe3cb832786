import type { Language } from '@dalyan/contracts/errors'
import type { User } from '@dalyan/contracts/users'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { AppError, invalidField, notFound } from '../../core/errors.ts'
import { callerNetwork } from '../../core/http/caller-network.ts'
import type { AccountEmails } from './account-emails.ts'
import type { TakeAttempt } from './attempt-gate.ts'
import { ATTEMPT_LIMITS, LONGEST_WINDOW_MS } from './attempt-limits.rules.ts'
import { attemptsRepository as attempts } from './attempts.repository.ts'
import { createFailedSignInAudit } from './audit-failed-sign-ins.ts'
import type { AuthNeeds } from './auth-needs.ts'
import { MARK_LASTS_MS } from './cookies.ts'
import { foldedEmail } from './folded-email.ts'
import { knownBrowsersRepository } from './known-browsers.repository.ts'
import { mailedLinksRepository } from './mailed-links.repository.ts'
import { checkNewPassword, type NewPassword } from './new-password.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { hashOf } from '../../core/secrets/random-secret.ts'
import { accountOf, actorAt, type Caller, type Sessions } from './sessions.ts'
import { createTurns } from './turns.ts'

interface Needs extends AuthNeeds {
  sessions: Sessions
  hasher: PasswordHasher
  takeAttempt: TakeAttempt
  emails: AccountEmails
}

export interface SignedInBrowser {
  token: string
  user: User
  /** For the browser to store. */
  mark: string
}

export type AuthService = ReturnType<typeof createAuthService>

/** Sign-in, registration, passwords and the preferences of users. */
export function createAuthService(needs: Needs) {
  const { database, clock, sessions, hasher, users, takeAttempt, emails, settings, audit } = needs
  const failedSignIns = createFailedSignInAudit(needs)
  const inTurn = createTurns()

  async function me(userId: number, on: Connection = database): Promise<User> {
    const user = await users(on).findById(userId)
    if (!user) throw notFound()
    return user
  }

  /**
   * Opens a session for the checked password or passkey, unless the password was changed meanwhile: that ends all sessions.
   * @param by how the user signed in, for the audit log; null: by the password.
   */
  async function signIn(
    { id, password_hash }: { id: number; password_hash: string },
    caller: Caller,
    mark: string | null,
    by: { passkey: string | null } | null = null,
  ): Promise<SignedInBrowser> {
    const { ended, ...signedIn } = await database.transact(async (on) => {
      if ((await users(on).holdPassword(id)) !== password_hash) throw new AppError(401, 'wrong_credentials')
      const user = await me(id, on)
      await audit(on, actorAt(caller, user), { event: 'signed_in', target: accountOf(user), after: by })
      const kept = await knownBrowsersRepository(on).remember(id, mark, instantAt(clock.now()))
      return { user, mark: kept, ...(await sessions.open(on, id, caller)) }
    })
    sessions.announceEnded(ended)
    return signedIn
  }

  return {
    me,
    signInBy: signIn,

    /**
     * @param mark of a browser that signed in before. Failures elsewhere delay the next sign-in of an account, except
     * in a browser that has signed in to it before (`ATTEMPT_LIMITS.signInAnywhere`).
     */
    login({ email, password }: { email: string; password: string }, caller: Caller, mark: string | null = null) {
      const address = callerNetwork(caller.address)
      const perAccount = `login ${foldedEmail(email)} ${address}`
      const perAddress = `login from ${address}`
      // Attempts run one after the other: simultaneous right passwords are not failures, and simultaneous guesses all
      // count.
      return inTurn(perAccount, async () => {
        const account = await users(database).findSecretByEmail(email)
        const isKnown = await knownBrowsersRepository(database).isKnown(account?.id, mark)
        const guesses = `login ${foldedEmail(email)} ${isKnown ? `in ${hashOf(mark ?? '').toString('base64')}` : 'elsewhere'}`
        const taken = await takeAttempt([
          { key: perAccount, ...ATTEMPT_LIMITS.signIn },
          { key: perAddress, ...ATTEMPT_LIMITS.signInFromAddress },
          { key: guesses, ...ATTEMPT_LIMITS.signInAnywhere },
        ])
        const isRight = await hasher.verify(password, account?.password_hash ?? null)
        if (!account || !isRight) {
          await failedSignIns.record(actorAt(caller, null), { id: account?.id ?? null, name: email })
          throw new AppError(401, 'wrong_credentials')
        }
        await attempts(database).forget(perAccount)
        // The address's other failures still count: one right password must not clear guesses at other accounts.
        await attempts(database).giveBack(perAddress, taken)
        await attempts(database).giveBack(guesses, taken)
        return signIn(account, caller, mark)
      })
    },

    async register(
      input: NewPassword & { name: string; email: string },
      caller: Caller,
      language: Language | null = null,
      mark: string | null = null,
    ) {
      if (!(await settings(database).get('self_signup'))) throw new AppError(403, 'signup_disabled')
      checkNewPassword(input, input)
      await takeAttempt([
        { key: `register from ${callerNetwork(caller.address)}`, ...ATTEMPT_LIMITS.registerFromAddress },
        { key: 'register', ...ATTEMPT_LIMITS.register },
      ])
      const { name, email } = input
      const password_hash = await hasher.hash(input.password)
      const id = await database.transact(async (on) => {
        const user = { name, email, password_hash, email_self_declared: true, roles: ['customer'] as const }
        const made = await users(on).insert(user)
        if (made === undefined) return undefined
        if (emails.isReady) await emails.put(on, 'confirm', email, language)
        const target = { kind: 'user' as const, id: made, name }
        const after = { name, email, roles: user.roles }
        await audit(on, actorAt(caller, { id: made, name }), { event: 'registered', target, after })
        return made
      })
      if (id === undefined) throw new AppError(409, 'email_taken', { fields: { email: 'email_taken' } })
      return signIn({ id, password_hash }, caller, mark)
    },

    /** Ends all sessions except the one that it opens. */
    async changePassword(
      userId: number,
      input: NewPassword & { current_password: string },
      caller: Caller,
      mark: string | null = null,
    ) {
      const key = `change password ${userId}`
      await takeAttempt([{ key, ...ATTEMPT_LIMITS.changePassword }])
      const account = await users(database).findSecretById(userId)
      if (!account) throw notFound()
      if (!(await hasher.verify(input.current_password, account.password_hash))) {
        throw invalidField('current_password', 'wrong_current_password')
      }
      await attempts(database).forget(key)
      if (account.password_temporary && input.password === input.current_password) {
        throw invalidField('password', 'password_unchanged')
      }
      checkNewPassword(input, account)
      const password_hash = await hasher.hash(input.password)
      const { token, ended } = await database.transact(async (on) => {
        if ((await users(on).holdPassword(userId)) !== account.password_hash) {
          throw invalidField('current_password', 'wrong_current_password')
        }
        await users(on).updatePassword(userId, password_hash)
        await audit(on, actorAt(caller, account), { event: 'password_changed', target: accountOf(account) })
        await knownBrowsersRepository(on).forgetOthers(userId, mark)
        return sessions.open(on, userId, caller, 0)
      })
      sessions.announceEnded(ended)
      return { token }
    },

    async updateTheme(userId: number, theme: string) {
      await users(database).updateChoice(userId, { preferred_theme: theme })
      return { theme }
    },

    async updateLocale(userId: number, locale: string) {
      await users(database).updateChoice(userId, { locale })
      return { locale }
    },

    /**
     * Deletes expired sessions, links and attempts; call it periodically.
     * @param before is called with the sessions that are about to end.
     */
    async sweep(before?: (tokenIds: readonly number[]) => Promise<void>): Promise<void> {
      await sessions.sweep(before)
      await attempts(database).removeBefore(instantAt(clock.now() - LONGEST_WINDOW_MS))
      await mailedLinksRepository(database).removeExpired(instantAt(clock.now()))
      await knownBrowsersRepository(database).removeBefore(instantAt(clock.now() - MARK_LASTS_MS))
    },
  }
}

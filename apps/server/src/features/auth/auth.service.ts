import type { Language } from '@dalyan/contracts/errors'
import type { User } from '@dalyan/contracts/users'
import type { Clock } from '../../core/clock.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import { AppError, invalidField, notFound } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { callerNetwork } from '../../core/http/caller-network.ts'
import type { Audit } from '../logs/audit-log.ts'
import type { settingsRepository } from '../settings/settings.repository.ts'
import type { usersRepository } from '../users/users.repository.ts'
import type { AccountEmails } from './account-emails.ts'
import type { TakeAttempt } from './attempt-gate.ts'
import { MARK_LASTS_MS } from './browser-mark.ts'
import type { attemptsRepository } from './attempts.repository.ts'
import { foldedEmail } from './folded-email.ts'
import type { mailedLinksRepository } from './mailed-links.repository.ts'
import { browserName } from './browser-name.rules.ts'
import { checkNewPassword, type NewPassword } from './new-password.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { accountOf, actorAt, type Caller, type Sessions } from './sessions.ts'
import { knownBrowsersRepository } from './known-browsers.repository.ts'
import { hashOf } from './session-token.ts'
import { createSignInFailures } from './sign-in-failures.ts'
import { createTurns } from './turns.ts'

const MINUTE = 60
/** Failed sign-ins of an account in an hour, from all addresses, before the next one is delayed. */
const FREE_GUESSES = 10
const LONGEST_DELAY_SECONDS = 60
const LONGEST_WINDOW_MS = 3_600_000

interface Needs {
  database: Database
  clock: Clock
  sessions: Sessions
  hasher: PasswordHasher
  users: typeof usersRepository
  attempts: typeof attemptsRepository
  takeAttempt: TakeAttempt
  emails: AccountEmails
  links: typeof mailedLinksRepository
  settings: typeof settingsRepository
  audit: Audit
}

interface SignedInBrowser {
  token: string
  user: User
  /** For the browser to store. */
  mark: string
}

export type AuthService = ReturnType<typeof createAuthService>

/** Sign-in, sign-out, registration, passwords and the preferences of users. */
export function createAuthService(needs: Needs) {
  const { database, clock, sessions, hasher, users, attempts, takeAttempt, emails, links, settings, audit } = needs
  const failures = createSignInFailures(needs)
  const inTurn = createTurns()

  async function me(userId: number, on: Connection = database): Promise<User> {
    const user = await users(on).findById(userId)
    if (!user) throw notFound()
    return user
  }

  /** Opens a session for the checked password, unless it was changed meanwhile: that ends all sessions. */
  async function signIn(
    { id, password_hash }: { id: number; password_hash: string },
    caller: Caller,
    mark: string | null,
  ): Promise<SignedInBrowser> {
    const { ended, ...signedIn } = await database.transact(async (on) => {
      if ((await users(on).holdPassword(id)) !== password_hash) throw new AppError(401, 'wrong_credentials')
      const user = await me(id, on)
      await audit(on, actorAt(caller, user), { event: 'signed_in', target: accountOf(user) })
      const kept = await knownBrowsersRepository(on).remember(id, mark, instantAt(clock.now()))
      return { user, mark: kept, ...(await sessions.open(on, id, caller)) }
    })
    sessions.announceEnded(ended)
    return signedIn
  }

  return {
    me,

    /**
     * @param mark of a browser that signed in before. Failures elsewhere delay the next sign-in of an account, except
     * in a browser that has signed in to it before. The delay is at most a minute, so that no account is locked out for
     * good.
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
          { key: perAccount, limit: 5, windowSeconds: MINUTE },
          { key: perAddress, limit: 50, windowSeconds: 15 * MINUTE },
          { key: guesses, limit: FREE_GUESSES, windowSeconds: 60 * MINUTE, mostSeconds: LONGEST_DELAY_SECONDS },
        ])
        const isRight = await hasher.verify(password, account?.password_hash ?? null)
        if (!account || !isRight) {
          await failures.record(actorAt(caller, null), { id: account?.id ?? null, name: email })
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
        { key: `register from ${callerNetwork(caller.address)}`, limit: 5, windowSeconds: 60 * MINUTE },
        { key: 'register', limit: 60, windowSeconds: 60 * MINUTE },
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
      await takeAttempt([{ key, limit: 5, windowSeconds: 15 * MINUTE }])
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

    async signOut(tokenId: number, actor: UserActor): Promise<void> {
      await sessions.end(tokenId, (on) => audit(on, actor, { event: 'signed_out', target: accountOf(actor) }))
    },

    /** Ends one of the caller's own sessions, possibly the current one. @throws 404 when it belongs to another user. */
    async endSession(id: number, actor: UserActor): Promise<void> {
      await database.transact(async (on) => {
        const { address, agent } = await sessions.endOne(on, actor.id, id)
        const before = { address, browser: browserName(agent) }
        await audit(on, actor, { event: 'session_ended', target: accountOf(actor), before })
      })
      sessions.announceEnded([id])
    },

    /** Ends all of the caller's sessions except the current one. */
    async endOtherSessions(currentId: number, actor: UserActor): Promise<void> {
      const ended = await database.transact(async (on) => {
        const ids = await sessions.endOthers(on, actor.id, currentId)
        const before = { sessions: ids.length }
        if (ids.length > 0) await audit(on, actor, { event: 'session_ended', target: accountOf(actor), before })
        return ids
      })
      sessions.announceEnded(ended)
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
      await links(database).removeExpired(instantAt(clock.now()))
      await knownBrowsersRepository(database).removeBefore(instantAt(clock.now() - MARK_LASTS_MS))
    },
  }
}

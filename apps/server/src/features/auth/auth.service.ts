import type { Language } from '@dalyan/contracts/errors'
import type { User } from '@dalyan/contracts/users'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { AppError, invalidField } from '../../core/errors.ts'
import { callerNetwork } from '../../core/http/caller-network.ts'
import { requireFound } from '../../core/records.ts'
import { hashOf } from '../../core/secrets/random-secret.ts'
import { putAccountEmail } from './account-emails.ts'
import { takeAttempt } from './attempt-gate.ts'
import { ATTEMPT_LIMITS, LONGEST_WINDOW_MS } from './attempt-limits.rules.ts'
import { attemptsRepository as attempts } from './attempts.repository.ts'
import type { AccountNeeds, AuthNeeds } from './auth-needs.ts'
import { MARK_LASTS_MS } from './cookies.ts'
import { foldedEmail } from './folded-email.ts'
import { knownBrowsersRepository } from './known-browsers.repository.ts'
import { mailedLinksRepository } from './mailed-links.repository.ts'
import { checkNewPassword, type NewPassword } from './new-password.ts'
import { accountOf, actorAt, announceEnded, openSession, removeExpiredSessions, type CallOrigin } from './sessions.ts'

export interface SignedInBrowser {
  token: string
  user: User
  /** For the browser to store. */
  mark: string
}

// Sign-in, registration, passwords and the preferences of users.

export async function findOwnAccount({ users }: AuthNeeds, on: Connection, userId: number): Promise<User> {
  return requireFound(await users(on).findById(userId))
}

/**
 * @param mark of a browser that signed in before. Failures elsewhere delay the next sign-in of an account, except
 * in a browser that has signed in to it before (`ATTEMPT_LIMITS.signInAnywhere`).
 */
export function login(
  needs: AccountNeeds,
  { email, password }: { email: string; password: string },
  caller: CallOrigin,
  mark: string | null,
): Promise<SignedInBrowser> {
  const { database, users, hasher } = needs
  const address = callerNetwork(caller.address)
  const perAccount = `login ${foldedEmail(email)} ${address}`
  const perAddress = `login from ${address}`
  // Attempts run one after the other: simultaneous right passwords are not failures, and simultaneous guesses all
  // count.
  return needs.accountQueue(perAccount, async () => {
    const account = await users(database).findSecretByEmail(email)
    const isKnown = await knownBrowsersRepository(database).isKnown(account?.id, mark)
    const guesses = `login ${foldedEmail(email)} ${isKnown ? `in ${hashOf(mark ?? '').toString('base64')}` : 'elsewhere'}`
    const taken = await takeAttempt(needs, [
      { key: perAccount, ...ATTEMPT_LIMITS.signIn },
      { key: perAddress, ...ATTEMPT_LIMITS.signInFromAddress },
      { key: guesses, ...ATTEMPT_LIMITS.signInAnywhere },
    ])
    const isRight = await hasher.verify(password, account?.password_hash ?? null)
    if (!account || !isRight) {
      await needs.failedSignIns.record(actorAt(caller, null), { id: account?.id ?? null, name: email })
      throw new AppError(401, 'wrong_credentials')
    }
    await attempts(database).forget(perAccount)
    // The address's other failures still count: one right password must not clear guesses at other accounts.
    await attempts(database).giveBack(perAddress, taken)
    await attempts(database).giveBack(guesses, taken)
    return signIn(needs, account, caller, mark)
  })
}

/**
 * Opens a session for the checked password or passkey, unless the password was changed meanwhile: that ends all sessions.
 * @param by how the user signed in, for the audit log; null: by the password.
 */
export async function signIn(
  needs: AccountNeeds,
  { id, password_hash }: { id: number; password_hash: string },
  caller: CallOrigin,
  mark: string | null,
  by: { passkey: string | null } | null = null,
): Promise<SignedInBrowser> {
  const { database, clock, users, audit } = needs
  const { ended, ...signedIn } = await database.transact(async (on) => {
    if ((await users(on).holdPassword(id)) !== password_hash) throw new AppError(401, 'wrong_credentials')
    const user = await findOwnAccount(needs, on, id)
    await audit(on, actorAt(caller, user), { event: 'signed_in', target: accountOf(user), after: by })
    const kept = await knownBrowsersRepository(on).remember(id, mark, instantAt(clock.now()))
    return { user, mark: kept, ...(await openSession(needs, on, id, caller)) }
  })
  announceEnded(needs, ended)
  return signedIn
}

export async function register(
  needs: AccountNeeds,
  input: NewPassword & { name: string; email: string },
  caller: CallOrigin,
  language: Language | null,
  mark: string | null,
): Promise<SignedInBrowser> {
  const { database, users, settings, mailer, audit } = needs
  if (!(await settings(database).get('self_signup'))) throw new AppError(403, 'signup_disabled')
  checkNewPassword(input, input)
  await takeAttempt(needs, [
    { key: `register from ${callerNetwork(caller.address)}`, ...ATTEMPT_LIMITS.registerFromAddress },
    { key: 'register', ...ATTEMPT_LIMITS.register },
  ])
  const { name, email } = input
  const password_hash = await needs.hasher.hash(input.password)
  const id = await database.transact(async (on) => {
    const user = { name, email, password_hash, email_self_declared: true, roles: ['customer'] as const }
    const made = await users(on).insert(user)
    if (made === undefined) return undefined
    if (mailer.isReady) await putAccountEmail(needs, on, 'confirm', email, language)
    const target = { kind: 'user' as const, id: made, name }
    const after = { name, email, roles: user.roles }
    await audit(on, actorAt(caller, { id: made, name }), { event: 'registered', target, after })
    return made
  })
  if (id === undefined) throw new AppError(409, 'email_taken', { fields: { email: 'email_taken' } })
  return signIn(needs, { id, password_hash }, caller, mark)
}

/** Ends all sessions except the one that it opens. */
export async function changePassword(
  needs: AccountNeeds,
  userId: number,
  input: NewPassword & { current_password: string },
  caller: CallOrigin,
  mark: string | null,
): Promise<{ token: string }> {
  const { database, users, hasher, audit } = needs
  const account = await checkOwnPassword(needs, userId, 'current_password', input.current_password)
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
    return openSession(needs, on, userId, caller, 0)
  })
  announceEnded(needs, ended)
  return { token }
}

/** The account of a signed-in user who gave the current password again. @throws 422 at `field` for a wrong one, 429 */
export async function checkOwnPassword(needs: AccountNeeds, userId: number, field: string, password: string) {
  const { database, users, hasher } = needs
  const key = `change password ${userId}`
  await takeAttempt(needs, [{ key, ...ATTEMPT_LIMITS.changePassword }])
  const account = requireFound(await users(database).findSecretById(userId))
  if (!(await hasher.verify(password, account.password_hash))) throw invalidField(field, 'wrong_current_password')
  await attempts(database).forget(key)
  return account
}

export async function updateTheme({ database, users }: AuthNeeds, userId: number, theme: string) {
  await users(database).updateChoice(userId, { preferred_theme: theme })
  return { theme }
}

export async function updateLocale({ database, users }: AuthNeeds, userId: number, locale: string) {
  await users(database).updateChoice(userId, { locale })
  return { locale }
}

/**
 * Deletes expired sessions, links and attempts; call it periodically.
 * @param before is called with the sessions that are about to end.
 */
export async function removeExpired(
  needs: AuthNeeds,
  before?: (tokenIds: readonly number[]) => Promise<void>,
): Promise<void> {
  const { database, clock } = needs
  await removeExpiredSessions(needs, before)
  await attempts(database).removeBefore(instantAt(clock.now() - LONGEST_WINDOW_MS))
  await mailedLinksRepository(database).removeExpired(instantAt(clock.now()))
  await knownBrowsersRepository(database).removeBefore(instantAt(clock.now() - MARK_LASTS_MS))
}

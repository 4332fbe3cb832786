import { authApi } from '@dalyan/contracts/auth'
import type { ThemeChoice } from '@dalyan/contracts/themes'
import type { User } from '@dalyan/contracts/users'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call, callAs } from '../../../shared/api/call.ts'
import { logFailure } from '../../../shared/api/log-failure.ts'
import { sessionToken } from '../../../shared/api/session-token.ts'
import { forceTurkish } from '../../../shared/i18n/start-i18n.ts'
import { idleClock } from '../idle/idle-limit.ts'
import { storedUser } from '../stored-user.ts'
import { chooseTheme, unsavedTheme } from '../../../shared/theme/theme-choice.ts'
import { isThemeChoice } from '../../../shared/theme/tokens.ts'

export const authQueries = {
  me: () =>
    queryOptions({
      queryKey: ['auth', 'me'],
      // Without the signal: an observer that unmounts must not cancel the query of the route guard.
      queryFn: () => call(authApi.me),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),
}

/** The user whose theme of the server is applied. */
let themedUser: number | null = null

function setUser(cache: QueryClient, user: User): User {
  cache.setQueryData(authQueries.me().queryKey, user)
  storedUser.set(user)
  forceTurkish()
  // The server's theme is applied once, at the first load; afterwards the choice on this screen counts.
  if (themedUser !== user.id) applyOwnTheme(user)
  themedUser = user.id
  return user
}

/**
 * The user who is signed in on this browser, null for a guest. After a reload this is the stored record until the server has answered,
 * so that the page appears at once; the server checks each of its calls anyway.
 * @throws ApiError when the server does not answer and no record is stored.
 */
export async function findUser(cache: QueryClient): Promise<User | null> {
  const known = cache.getQueryData(authQueries.me().queryKey)
  if (known) return known
  if ((await sessionToken.find()) === null) return null
  const stored = storedUser.get()
  if (stored) {
    forceTurkish()
    cache.setQueryData(authQueries.me().queryKey, stored)
    void checkSession(cache)
    return stored
  }
  try {
    return setUser(cache, await cache.fetchQuery(authQueries.me()))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Fetches the signed-in user again, to show changes of the account and to notice an ended session. */
export async function checkSession(cache: QueryClient): Promise<void> {
  const token = sessionToken.get()
  if (token === null) return
  try {
    const user = await cache.fetchQuery({ ...authQueries.me(), staleTime: 0 })
    // A user who signed out meanwhile stays signed out.
    if (sessionToken.get() === token) setUser(cache, user)
  } catch {
    // A refused call has ended the session already; without a connection the next check tries again.
  }
}

/** @throws ApiError */
export async function login(cache: QueryClient, input: { email: string; password: string }): Promise<User> {
  await call(authApi.csrfCookie)
  return enter(cache, await call(authApi.login, { body: input }))
}

/** Begins the session that the server has opened. */
export function enter(cache: QueryClient, { token, user }: { token: string; user: User }): User {
  sessionToken.set(token)
  idleClock.touch()
  return setUser(cache, user)
}

/**
 * Saves on the server that this user reads Turkish, which the page forces.
 * @throws ApiError
 */
export async function saveTurkish(): Promise<void> {
  await call(authApi.updateLocale, { body: { locale: 'tr' } })
}

/** Updates the signed-in user's own record, which the top bar shows; ignores records of other users. */
export function updateOwnRecord(cache: QueryClient, user: User): void {
  if (cache.getQueryData(authQueries.me().queryKey)?.id !== user.id) return
  cache.setQueryData(authQueries.me().queryKey, user)
  storedUser.set(user)
}

/** Opens the other pages again once the user has replaced the temporary password. */
export function markPasswordChanged(cache: QueryClient): void {
  const user = cache.getQueryData(authQueries.me().queryKey)
  if (user) updateOwnRecord(cache, { ...user, must_change_password: false })
}

export interface Registration {
  name: string
  email: string
  password: string
  password_confirmation: string
}

/**
 * Registers an account. The server signs it in at once; the page shows the login instead and ends that session.
 * @throws ApiError
 */
export async function register(input: Registration): Promise<void> {
  await call(authApi.csrfCookie)
  const { token } = await call(authApi.register, { body: input })
  // By the new token, not by this browser's session: another tab may be signed in.
  await callAs(token, authApi.logout).catch((error: unknown) => logFailure('logout', error))
}

/**
 * Signs out here and in all tabs at once; a failed or slow call to the server is only logged.
 * @param isSessionKept leaves the session on the server until it expires, so that alarms are still pushed to this browser; only its token is forgotten.
 */
export async function logout(why: 'logout' | 'idle' = 'logout', isSessionKept = false): Promise<void> {
  if (isSessionKept) return sessionToken.clear(why)
  // The call reads the token before it is cleared.
  const ended = call(authApi.logout)
  sessionToken.clear(why)
  await ended.catch((error: unknown) => logFailure('logout', error))
}

/** Applies a theme and saves it on the server; a failure is logged, and the next load tries again. */
export function saveTheme(theme: ThemeChoice, userId: number): void {
  chooseTheme(theme)
  unsavedTheme.remember(userId, theme)
  call(authApi.updateTheme, { body: { theme } }).then(
    () => unsavedTheme.forget(userId, theme),
    (error: unknown) => logFailure('update-theme', error),
  )
}

/** Applies the server's theme, unless this browser has a later choice of the user that is not saved yet. */
function applyOwnTheme({ id, preferred_theme }: User): void {
  const unsaved = unsavedTheme.of(id)
  if (unsaved) saveTheme(unsaved, id)
  else if (isThemeChoice(preferred_theme)) chooseTheme(preferred_theme)
}

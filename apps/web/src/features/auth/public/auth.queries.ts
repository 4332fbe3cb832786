import { authApi, type ThemeName } from '@dalyan/contracts/auth'
import type { User } from '@dalyan/contracts/users'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call, callAs } from '../../../shared/api/call.ts'
import { logFailure } from '../../../shared/api/log-failure.ts'
import { sessionToken } from '../../../shared/api/session-token.ts'
import { forceTurkish } from '../../../shared/i18n/start-i18n.ts'
import { idleClock } from '../idle/idle-clock.ts'
import { storedUser } from '../stored-user.ts'
import { chooseTheme, unsavedTheme } from '../../../shared/theme/theme-choice.ts'
import { isThemeName } from '../../../shared/theme/tokens.ts'

export const authQueries = {
  me: () =>
    queryOptions({
      queryKey: ['auth', 'me'],
      // Without its signal: a title that stops looking must not cancel the guard's question.
      queryFn: () => call(authApi.me),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),
}

let dressedUser: number | null = null

function welcome(cache: QueryClient, user: User): User {
  cache.setQueryData(authQueries.me().queryKey, user)
  storedUser.set(user)
  forceTurkish()
  // The server's theme counts once, on the first load; afterwards the choice on this screen does.
  if (dressedUser !== user.id) wearOwnTheme(user)
  dressedUser = user.id
  return user
}

/**
 * Who is signed in on this browser, null for a guest. After a reload the record of before counts while the server is asked anew,
 * so that the page stands at once; the server decides about each of its calls anyway.
 * @throws ApiError when the server cannot say and nothing is stored.
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
    return welcome(cache, await cache.fetchQuery(authQueries.me()))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Asks anew who is signed in: what changed of the account is shown, a session that ended ends here as well. */
export async function checkSession(cache: QueryClient): Promise<void> {
  const token = sessionToken.get()
  if (token === null) return
  try {
    const user = await cache.fetchQuery({ ...authQueries.me(), staleTime: 0 })
    // Somebody who signed out meanwhile stays out.
    if (sessionToken.get() === token) welcome(cache, user)
  } catch {
    // Refused, the call itself has ended the session; out of reach, the next check tells.
  }
}

/** @throws ApiError */
export async function login(cache: QueryClient, input: { email: string; password: string }): Promise<User> {
  await call(authApi.csrfCookie)
  const { token, user } = await call(authApi.login, { body: input })
  sessionToken.set(token)
  idleClock.touch()
  return welcome(cache, user)
}

/**
 * Keeps on the server that this user reads Turkish, which is forced on the page.
 * @throws ApiError
 */
export async function keepTurkish(): Promise<void> {
  await call(authApi.updateLocale, { body: { locale: 'tr' } })
}

/** A user record as it is now, where it is one's own: the name in the top bar follows. */
export function noteOwnRecord(cache: QueryClient, user: User): void {
  if (cache.getQueryData(authQueries.me().queryKey)?.id !== user.id) return
  cache.setQueryData(authQueries.me().queryKey, user)
  storedUser.set(user)
}

/** The temporary password is gone: the other pages are open again. */
export function markPasswordChanged(cache: QueryClient): void {
  const user = cache.getQueryData(authQueries.me().queryKey)
  if (user) noteOwnRecord(cache, { ...user, must_change_password: false })
}

export interface Registration {
  name: string
  email: string
  password: string
  password_confirmation: string
}

/**
 * Makes an account. The server signs it in at once; this page shows the login instead, so that token is given back.
 * @throws ApiError
 */
export async function register(input: Registration): Promise<void> {
  await call(authApi.csrfCookie)
  const { token } = await call(authApi.register, { body: input })
  // Never this browser's session: another tab may be signed in.
  await callAs(token, authApi.logout).catch((error: unknown) => logFailure('logout', error))
}

/**
 * Signs out here and in all tabs at once; the server that cannot be told, or is slow, is only noted.
 * @param isSessionKept the server keeps the session until it expires: its token is forgotten, alarms are pushed to this browser on.
 */
export async function logout(why: 'logout' | 'idle' = 'logout', isSessionKept = false): Promise<void> {
  if (isSessionKept) return sessionToken.clear(why)
  // The call takes its token along before it is forgotten.
  const told = call(authApi.logout)
  sessionToken.clear(why)
  await told.catch((error: unknown) => logFailure('logout', error))
}

/** Wears a theme and, for a signed-in user, keeps it on the server; that failing is only noted, and tried again at the next load. */
export function keepTheme(theme: ThemeName, userId: number): void {
  chooseTheme(theme)
  unsavedTheme.note(userId, theme)
  call(authApi.updateTheme, { body: { theme } }).then(
    () => unsavedTheme.forget(userId, theme),
    (error: unknown) => logFailure('update-theme', error),
  )
}

/** The server's theme, unless this browser holds a later choice of theirs that the server has not heard of. */
function wearOwnTheme({ id, preferred_theme }: User): void {
  const unsaved = unsavedTheme.of(id)
  if (unsaved) keepTheme(unsaved, id)
  else if (isThemeName(preferred_theme)) chooseTheme(preferred_theme)
}

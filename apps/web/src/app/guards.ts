import type { Permission } from '@dalyan/contracts/permissions'
import type { User } from '@dalyan/contracts/users'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { findUser } from '../features/auth/public/auth.queries.ts'
import { lastStop, rememberStop } from '../features/auth/public/stopped-at.ts'
import { sessionToken } from '../shared/api/session-token.ts'
import { may } from '../shared/session/permissions.ts'

interface Entry {
  context: { cache: QueryClient }
}
interface Asked extends Entry {
  location: { href: string; pathname: string }
}

const OWN_PASSWORD = '/change-password'

/**
 * A protected route sends a guest to the login, which leads back to it: a notification may have linked there.
 * An expired session is explained at the login. A user with a temporary password must change it before anything else.
 */
export async function signedInOnly({ context, location }: Asked) {
  const hadToken = sessionToken.get() !== null
  const user = await findUser(context.cache)
  if (!user) {
    // The linking page may have given it a more specific title.
    if (lastStop()?.address !== location.href) rememberStop(location.href, location.pathname)
    throw redirect({ to: '/', replace: true, ...(hadToken ? { state: { ended: 'expired' } } : {}) })
  }
  if (user.must_change_password && location.pathname !== OWN_PASSWORD) {
    throw redirect({ to: OWN_PASSWORD, replace: true })
  }
  return { user }
}

/** Sends a user without the permission home, with the reason. */
export function permittedOnly(permission: Permission) {
  return ({ context }: { context: { user: User } }) => {
    if (!may(context.user, permission)) throw redirect({ to: '/home', replace: true, state: { notice: 'admin-only' } })
  }
}

/** Sends a signed-in user from the login home. When the server cannot be reached, the login stays. */
export async function guestsOnly({ context }: Entry) {
  const user = await findUser(context.cache).catch(() => null)
  if (user) throw redirect({ to: '/home', replace: true })
}

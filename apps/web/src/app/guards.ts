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
 * A protected route without a user goes to the login, and is offered once one has signed in: a message may have
 * led there. A session that turns out to have ended says so at the login. A temporary password leads to its change before anything else.
 */
export async function signedInOnly({ context, location }: Asked) {
  const hadToken = sessionToken.get() !== null
  const user = await findUser(context.cache)
  if (!user) {
    // The page that led here may have given it a better title.
    if (lastStop()?.address !== location.href) rememberStop(location.href, location.pathname)
    throw redirect({ to: '/', replace: true, ...(hadToken ? { state: { ended: 'expired' } } : {}) })
  }
  if (user.must_change_password && location.pathname !== OWN_PASSWORD) {
    throw redirect({ to: OWN_PASSWORD, replace: true })
  }
  return { user }
}

/** A page for which the user lacks the permission sends home, with a word about it. */
export function permittedOnly(permission: Permission) {
  return ({ context }: { context: { user: User } }) => {
    if (!may(context.user, permission)) throw redirect({ to: '/home', replace: true, state: { notice: 'admin-only' } })
  }
}

/** The login for a signed-in user goes home. A server that cannot be asked leaves the login standing. */
export async function guestsOnly({ context }: Entry) {
  const user = await findUser(context.cache).catch(() => null)
  if (user) throw redirect({ to: '/home', replace: true })
}

import type { Permission } from '@dalyan/contracts/permissions'
import type { User } from '@dalyan/contracts/users'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { findUser } from '../features/auth/public/auth.queries.ts'
import { lastStop, rememberStop } from '../features/auth/public/stopped-at.ts'
import { displaySecret } from '../features/display-links/public/display-secret.ts'
import { sessionToken } from '../shared/api/session-token.ts'
import { may } from '../shared/session/user.ts'

interface Entry {
  context: { cache: QueryClient }
}
interface AskedPage extends Entry {
  location: { href: string; pathname: string; hash: string; search: object }
}

/** The display shows the same as the address of its link. */
const planOf = ({ search }: AskedPage['location']): object => ('plan' in search ? { plan: search.plan } : {})

const OWN_PASSWORD = '/change-password'

/**
 * A protected route sends a guest to the login, which leads back to it: a notification may have linked there.
 * A display link needs no session. An expired session is explained at the login. A user with a temporary password must change it before anything else.
 */
export async function signedInOnly({ context, location }: AskedPage) {
  if (displaySecret.take(location)) throw redirect({ to: '/display', search: planOf(location), replace: true })
  const user = await findUser(context.cache)
  if (!user) {
    if (displaySecret.isAskedBy(location)) throw redirect({ to: '/display', search: planOf(location), replace: true })
    // The linking page may have given it a more specific title.
    if (lastStop()?.address !== location.href) rememberStop(location.href, location.pathname)
    throw redirect({ to: '/', replace: true, ...(sessionToken.isExpired() ? { state: { ended: 'expired' } } : {}) })
  }
  if (user.must_change_password && location.pathname !== OWN_PASSWORD) {
    throw redirect({ to: OWN_PASSWORD, replace: true })
  }
  return { user }
}

/** Sends a user without the permission home, with the reason; null: every user may open the page. */
export function permittedOnly(permission: Permission | null) {
  return ({ context: { user } }: { context: { user: User } }) => {
    if (permission === null || may(user, permission)) return
    throw redirect({ to: '/home', replace: true, state: { notice: 'admin-only' } })
  }
}

/** Sends a signed-in user from the login home. When the server cannot be reached, the login stays. */
export async function guestsOnly({ context }: Entry) {
  const user = await findUser(context.cache).catch(() => null)
  if (user) throw redirect({ to: '/home', replace: true })
}

import type { Permission } from '@dalyan/contracts/permissions'
import type { User } from '@dalyan/contracts/users'
import { redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { findUser } from '../features/auth/auth.queries.ts'
import { may } from '../shared/session/permissions.ts'

interface Entry {
  context: { cache: QueryClient }
}

/** A protected route without a user goes to the login (specification §2). */
export async function signedInOnly({ context }: Entry) {
  const user = await findUser(context.cache)
  if (!user) throw redirect({ to: '/', replace: true })
  return { user }
}

/** A page for which the user lacks the permission sends home, with a word about it (specification §2). */
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

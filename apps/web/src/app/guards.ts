import { redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { findUser } from '../features/auth/auth.queries.ts'

interface Entry {
  context: { cache: QueryClient }
}

/** A protected route without a user goes to the login (specification §2). */
export async function signedInOnly({ context }: Entry) {
  const user = await findUser(context.cache)
  if (!user) throw redirect({ to: '/', replace: true })
  return { user }
}

/** The login for a signed-in user goes home. A server that cannot be asked leaves the login standing. */
export async function guestsOnly({ context }: Entry) {
  const user = await findUser(context.cache).catch(() => null)
  if (user) throw redirect({ to: '/home', replace: true })
}

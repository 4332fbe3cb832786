import type { User } from '@dalyan/contracts/users'
import { sessionToken } from '../../shared/api/session-token.ts'

const KEY = 'user'

/**
 * The user's own record as the server last sent it, stored for this tab with its token: removed with the session.
 * Without storage there is none.
 */
export const storedUser = {
  get(): User | null {
    try {
      const [session, user] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown[]
      return session === sessionId() && isUser(user) ? user : null
    } catch {
      return null
    }
  },
  set(user: User): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify([sessionId(), user]))
    } catch {
      // A reload then waits for the server.
    }
  },
}

sessionToken.onEnd(() => {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage there is no record.
  }
})

/** The public part of the token. */
function sessionId(): string | null {
  return sessionToken.get()?.split('|')[0] ?? null
}

/** An older version of this page may have stored another shape. */
function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, email, roles } = value as Record<string, unknown>
  return (
    typeof id === 'number' &&
    typeof name === 'string' &&
    typeof email === 'string' &&
    Array.isArray(roles) &&
    roles.every(
      (role: unknown) =>
        typeof role === 'object' && role !== null && 'permissions' in role && Array.isArray(role.permissions),
    )
  )
}

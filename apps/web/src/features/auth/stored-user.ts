import type { User } from '@dalyan/contracts/users'
import { readStoredJson, tabStorage, writeStored } from '../../shared/browser/storage.ts'
import { sessionToken } from '../../shared/api/session-token.ts'

const KEY = 'user'

/**
 * The user's own record as the server last sent it, stored for this tab with its token: removed with the session.
 * Without storage there is none.
 */
export const storedUser = {
  get(): User | null {
    const stored = readStoredJson(KEY, tabStorage)
    const [session, user] = Array.isArray(stored) ? (stored as unknown[]) : []
    return session === sessionId() && isUser(user) ? user : null
  },
  set(user: User): void {
    writeStored(KEY, JSON.stringify([sessionId(), user]), tabStorage)
  },
}

sessionToken.onEnd(() => writeStored(KEY, null, tabStorage))

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

import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import type { AppEvents } from '../../events.ts'
import type { firmsRepository } from '../firms/firms.repository.ts'
import type { settingsRepository } from '../settings/settings.repository.ts'
import type { usersRepository } from '../users/users.repository.ts'
import { attemptsRepository } from './attempts.repository.ts'
import { createAuthService, type AuthService } from './auth.service.ts'
import { ensureFirstAdmin, type FirstAdmin } from './first-admin.ts'
import { checkNewPassword, type NewPassword } from './new-password.ts'
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { tokensRepository } from './tokens.repository.ts'

interface Needs {
  database: Database
  clock: Clock
  events: AppEvents
  users: typeof usersRepository
  firms: typeof firmsRepository
  settings: typeof settingsRepository
}

interface Auth {
  auth: AuthService
  sessions: Sessions
  hasher: PasswordHasher
  /** What the database keeps of a new password. @throws 422 at its field when it may not become this person's. */
  hashNewPassword(given: NewPassword, person: { name: string; email: string }): Promise<string>
  ensureFirstAdmin(given: { email: string | undefined; password: string | undefined }): Promise<FirstAdmin | null>
}

/** Signing in, wired. */
export function createAuth({ firms, ...needs }: Needs): Auth {
  const hasher = createPasswordHasher()
  const sessions = createSessions({ ...needs, firms, tokens: tokensRepository })
  return {
    hasher,
    sessions,
    auth: createAuthService({ ...needs, sessions, hasher, attempts: attemptsRepository }),
    async hashNewPassword(given, person) {
      checkNewPassword(given, person)
      return hasher.hash(given.password)
    },
    ensureFirstAdmin: (given) => ensureFirstAdmin({ ...needs, hasher, ...given }),
  }
}

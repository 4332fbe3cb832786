import type { Basics } from '../../basics.ts'
import type { Mailer } from '../../core/outbound/mailer.ts'
import type { firmsRepository } from '../firms/firms.repository.ts'
import type { settingsRepository } from '../settings/settings.repository.ts'
import type { usersRepository } from '../users/users.repository.ts'
import type { FailedSignInAudit } from './audit-failed-sign-ins.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { KeyedQueue } from './keyed-queue.ts'

/** What this feature needs of others. */
export interface AuthNeeds extends Basics {
  mailer: Mailer
  /** The public address of the web application, without a trailing slash. */
  origin: () => string
  users: typeof usersRepository
  firms: typeof firmsRepository
  settings: typeof settingsRepository
}

/** What its functions need: also what lasts as long as the process. */
export interface AccountNeeds extends AuthNeeds {
  hasher: PasswordHasher
  failedSignIns: FailedSignInAudit
  accountQueue: KeyedQueue
}

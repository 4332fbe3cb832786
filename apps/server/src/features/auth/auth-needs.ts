import type { Basics } from '../../basics.ts'
import type { Mailer } from '../../core/outbound/mailer.ts'
import type { firmsRepository } from '../firms/firms.repository.ts'
import type { settingsRepository } from '../settings/settings.repository.ts'
import type { usersRepository } from '../users/users.repository.ts'

/** What this feature needs of others. */
export interface AuthNeeds extends Basics {
  mailer: Mailer
  /** The public address of the web application, without a trailing slash. */
  origin: () => string
  users: typeof usersRepository
  firms: typeof firmsRepository
  settings: typeof settingsRepository
}

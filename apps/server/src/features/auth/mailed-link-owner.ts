import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { AppError } from '../../core/errors.ts'
import type { usersRepository } from '../users/users.repository.ts'
import { hashOfLink, sealOf, type MailedLinkKind } from './mailed-link.ts'
import type { mailedLinksRepository } from './mailed-links.repository.ts'
import { isSameHash } from './session-token.ts'

interface Needs {
  database: Database
  clock: Clock
  links: typeof mailedLinksRepository
  users: typeof usersRepository
}

/**
 * Finds the account of a mailed link without using the link up.
 * @throws 404 `link_over`, the same for a link that is forged, expired, used or superseded.
 */
export function createMailedLinkOwner({ database, clock, links, users }: Needs) {
  return async (kind: MailedLinkKind, token: string) => {
    const hash = hashOfLink(token)
    const link = hash && (await links(database).find(kind, hash, instantAt(clock.now())))
    const account = link && (await users(database).findSecretById(link.user_id))
    if (!link || !account || !isSameHash(link.seal, sealOf(kind, account))) throw new AppError(404, 'link_over')
    return account
  }
}

export type MailedLinkOwner = ReturnType<typeof createMailedLinkOwner>

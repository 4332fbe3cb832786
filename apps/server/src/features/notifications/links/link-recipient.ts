import { isRoleName, ROLE_PERMISSIONS, type Permission } from '@dalyan/contracts/permissions'
import type { Database } from '../../../core/database/database.ts'
import type { SignedIn } from '../../../core/http/signed-in.ts'
import type { firmsRepository } from '../../firms/firms.repository.ts'
import type { usersRepository } from '../../users/users.repository.ts'

/** A user without a session, with current rights. */
export type LinkRecipient = Pick<SignedIn, 'id' | 'name' | 'firms' | 'permissions'>

interface Needs {
  database: Database
  users: typeof usersRepository
  firms: typeof firmsRepository
}

/** The current rights of the user of a link, whatever they were when it was sent; undefined: deleted. */
export async function findLinkRecipient(
  { database, users, firms }: Needs,
  id: number,
): Promise<LinkRecipient | undefined> {
  const user = await users(database).findById(id)
  if (!user) return undefined
  const roles = user.roles.map(({ name }) => name).filter(isRoleName)
  const below = user.firm ? await firms(database).idsFrom(user.firm.id) : []
  return {
    id,
    name: user.name,
    permissions: new Set<Permission>(roles.flatMap((role) => ROLE_PERMISSIONS[role])),
    firms: roles.includes('admin') ? 'all' : below,
  }
}

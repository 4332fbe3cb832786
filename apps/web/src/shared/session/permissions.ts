import type { Permission } from '@dalyan/contracts/permissions'
import type { User } from '@dalyan/contracts/users'

/** Whether any of the user's roles has the permission. The server decides; this only hides useless buttons. */
export function may(user: User, permission: Permission): boolean {
  return user.roles.some((role) => role.permissions.some(({ name }) => name === permission))
}

export function isAdmin(user: User): boolean {
  return user.roles.some(({ name }) => name === 'admin')
}

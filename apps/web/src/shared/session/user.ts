import type { Permission } from '@dalyan/contracts/permissions'
import type { User } from '@dalyan/contracts/users'
import { createContext, use } from 'react'

export const UserContext = createContext<User | null>(null)

/** The signed-in user; only for components below the shell, where there always is one. */
export function useUser(): User {
  const user = use(UserContext)
  if (!user) throw new Error('no user: this component belongs below the signed-in shell')
  return user
}

/** Whether any of the user's roles has the permission. The server decides; this only hides useless buttons. */
export function may(user: User, permission: Permission): boolean {
  return user.roles.some((role) => role.permissions.some(({ name }) => name === permission))
}

export function isAdmin(user: User): boolean {
  return user.roles.some(({ name }) => name === 'admin')
}

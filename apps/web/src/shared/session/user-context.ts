import type { User } from '@dalyan/contracts/users'
import { createContext, use } from 'react'

export const UserContext = createContext<User | null>(null)

/** The signed-in user; only for components below the shell, where there always is one. */
export function useUser(): User {
  const user = use(UserContext)
  if (!user) throw new Error('no user: this component belongs below the signed-in shell')
  return user
}

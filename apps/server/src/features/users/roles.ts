import { ROLE_NAMES, ROLE_PERMISSIONS, type RoleName } from '@dalyan/contracts/permissions'
import type { Role } from '@dalyan/contracts/users'

/** A role in wire format, with all its permissions. */
export function asRole(name: RoleName): Role {
  return { name, permissions: ROLE_PERMISSIONS[name].map((permission) => ({ name: permission })) }
}

/** Removes duplicates and puts the role with the most permissions first. */
export function inOrder(roles: readonly RoleName[]): RoleName[] {
  return ROLE_NAMES.filter((name) => roles.includes(name))
}

import { ROLE_NAMES, ROLE_PERMISSIONS, type RoleName } from '@dalyan/contracts/permissions'
import type { Role } from '@dalyan/contracts/users'

/** A role as the wire has it, with all that it permits. */
export function asRole(name: RoleName): Role {
  return { name, permissions: ROLE_PERMISSIONS[name].map((permission) => ({ name: permission })) }
}

/** Each role once, the mightiest first. */
export function inOrder(roles: readonly RoleName[]): RoleName[] {
  return ROLE_NAMES.filter((name) => roles.includes(name))
}

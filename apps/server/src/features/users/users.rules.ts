import type { ErrorCode } from '@dalyan/contracts/errors'
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

/** The firm of a user with these roles: admins see all firms and have none. */
export function firmOf(roles: readonly RoleName[], firmId: number | null): number | null {
  return roles.includes('admin') ? null : firmId
}

/** The reason why a user with these roles may not have this firm, or null: operators run the tanks of a firm. */
export function firmProblem(roles: readonly RoleName[], firmId: number | null): ErrorCode | null {
  const needsFirm = roles.includes('operator') && !roles.includes('admin')
  return needsFirm && firmId === null ? 'operator_needs_firm' : null
}

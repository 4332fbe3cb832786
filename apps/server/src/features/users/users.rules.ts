import type { ErrorCode } from '@dalyan/contracts/errors'
import type { RoleName } from '@dalyan/contracts/permissions'

/** The firm of a user with these roles: admins see all firms and have none. */
export function firmOf(roles: readonly RoleName[], firmId: number | null): number | null {
  return roles.includes('admin') ? null : firmId
}

/** The reason why a user with these roles may not have this firm, or null: operators run the tanks of a firm. */
export function firmProblem(roles: readonly RoleName[], firmId: number | null): ErrorCode | null {
  const needsFirm = roles.includes('operator') && !roles.includes('admin')
  return needsFirm && firmId === null ? 'operator_needs_firm' : null
}

import type { ErrorCode } from '@dalyan/contracts/errors'
import type { RoleName } from '@dalyan/contracts/permissions'

/** The firm that somebody of these roles belongs to: admins see all firms and belong to none. */
export function firmOf(roles: readonly RoleName[], firmId: number | null): number | null {
  return roles.includes('admin') ? null : firmId
}

/** Why somebody of these roles may not be of this firm, or null: whoever runs tanks runs those of a firm. */
export function firmProblem(roles: readonly RoleName[], firmId: number | null): ErrorCode | null {
  const needsFirm = roles.includes('operator') && !roles.includes('admin')
  return needsFirm && firmId === null ? 'operator_needs_firm' : null
}

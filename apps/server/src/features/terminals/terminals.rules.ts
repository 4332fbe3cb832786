import type { ErrorCode } from '@dalyan/contracts/errors'
import type { TerminalStatus } from '@dalyan/contracts/terminals'

/** Why this status may not have an end, or null: only a suspension ends by itself. */
export function suspensionProblem(status: TerminalStatus, suspendedUntil: string | null): ErrorCode | null {
  return suspendedUntil !== null && status !== 'suspended' ? 'suspended_until_needs_suspended' : null
}

import type { ErrorCode } from '@dalyan/contracts/errors'
import type { Instant } from '@dalyan/contracts/instant'
import type { TankStatus } from '@dalyan/contracts/tanks'
import type { TerminalStatus } from '@dalyan/contracts/terminals'

interface TankStatusState {
  status: TankStatus
  suspended_until: Instant | null
}

/** Whether a terminal can deliver to its tank, now or after a change of its status. */
function isUsable(status: TerminalStatus): boolean {
  return status !== 'deleted' && status !== 'banned' && status !== 'unauthorized'
}

/**
 * The reason why this tank may not take this status, or null. Only becoming active needs a terminal: an active tank
 * that loses its last one stays active, so that its silence raises an alarm.
 */
export function statusProblem(
  before: TankStatus | null,
  next: TankStatus,
  terminals: readonly TerminalStatus[],
): ErrorCode | null {
  const becomesActive = next === 'active' && before !== 'active'
  return becomesActive && !terminals.some(isUsable) ? 'tank_needs_terminal' : null
}

/**
 * The reason why a suspension may not have this end, or null. Only suspensions have an end; since it makes the tank
 * active, setting it needs a terminal on the tank. `before`: the previous end.
 */
export function suspensionProblem(
  { status, suspended_until }: TankStatusState,
  before: Instant | null,
  terminals: readonly TerminalStatus[],
): ErrorCode | null {
  if (suspended_until === null) return null
  if (status !== 'suspended') return 'suspended_until_needs_suspended'
  return suspended_until !== before && !terminals.some(isUsable) ? 'tank_needs_terminal' : null
}

/** The reason why a tank may not be saved in this state, with its field, or null. `before`: null for a new tank. */
export function stateProblem(
  before: TankStatusState | null,
  after: TankStatusState,
  terminals: readonly TerminalStatus[],
): { field: 'status' | 'suspended_until'; code: ErrorCode } | null {
  const status = statusProblem(before?.status ?? null, after.status, terminals)
  if (status) return { field: 'status', code: status }
  const suspension = suspensionProblem(after, before?.suspended_until ?? null, terminals)
  return suspension && { field: 'suspended_until', code: suspension }
}

const OPERATED: readonly string[] = ['status', 'suspended_until', 'notes']

/** Whether operators, who run a tank but do not manage it, may make these changes: active ↔ suspended, and notes. */
export function isOperation(changedFields: readonly string[], before: TankStatus, next: TankStatus): boolean {
  const running: readonly TankStatus[] = ['active', 'suspended']
  const keepsRunning = before === next || (running.includes(before) && running.includes(next))
  return keepsRunning && changedFields.every((field) => OPERATED.includes(field))
}

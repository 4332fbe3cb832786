import type { Instant } from '@dalyan/contracts/instant'
import type { Processor } from '@dalyan/contracts/logs'
import { instantAt, type Clock } from './clock.ts'
import { differences } from './records.ts'

/** The actor and the time of a change: the same in its columns and log entries. */
export interface Action {
  by: Processor
  at: Instant
}
export interface UserAction extends Action {
  by: Processor & { id: number }
}

export function userAction({ id, name }: { id: number; name: string }, clock: Clock): UserAction {
  return { by: { type: 'user', id, name }, at: instantAt(clock.now()) }
}

/** An action of the product itself, without a user. */
export function systemAction(clock: Clock): Action {
  return { by: { type: 'system', id: null, name: 'Dalyan' }, at: instantAt(clock.now()) }
}

/** An entry in the log of a tank or terminal. */
export function logEntry<E extends string>(
  { id, code }: { id: number; code: string },
  event: E,
  { by, at }: Action,
  meta: Record<string, unknown>,
) {
  return { subject: { id, code }, status: 'success' as const, event, processor: by, created_at: at, meta }
}

interface LoggedRecord {
  id: number
  code: string
  status: string
  suspended_until: Instant | null
}

/** The entries of a changed tank or terminal: one for its status, as `statusEvent`, and one for all other fields. */
export function changeEntries(
  before: LoggedRecord,
  after: LoggedRecord,
  action: Action,
  statusEvent: 'status_changed' | 'deleted' | 'restored' = 'status_changed',
) {
  const { status, ...changes } = differences(before, after)
  return [
    ...(status ? [logEntry(after, statusEvent, action, { ...status, until: after.suspended_until })] : []),
    ...(Object.keys(changes).length > 0 ? [logEntry(after, 'updated', action, { changes })] : []),
  ]
}

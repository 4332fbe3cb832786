import type { TerminalConnection } from '@dalyan/contracts/terminals'

/** So many intervals of a terminal, but at least `leastSeconds`; `unknownSeconds` while its interval is not known. */
export interface SilenceLimit {
  intervals: number
  leastSeconds: number
  unknownSeconds: number
}

// The numbers of docs/behaviour/terminals.md. The functions below say which SQL applies them too.
export const STALE_AFTER: SilenceLimit = { intervals: 2, leastSeconds: 60, unknownSeconds: 2 * 60 }
export const OFFLINE_AFTER: SilenceLimit = { intervals: 3, leastSeconds: 2 * 60, unknownSeconds: 15 * 60 }

function secondsOf({ intervals, leastSeconds, unknownSeconds }: SilenceLimit, interval: number | null): number {
  return interval === null ? unknownSeconds : Math.max(intervals * interval, leastSeconds)
}

/**
 * Age at which a value or a connection is stale. `interval` in seconds: expected, else usual, else null.
 *
 * SQL applies the same limit. `terminal-connections.sql.ts` is made from `STALE_AFTER`. The SQL function `stale_after`
 * (core/database/migrations/0001_schema.ts; used in measurements and tanks) repeats its numbers: another limit needs a migration.
 */
export function staleAfterSeconds(interval: number | null): number {
  return secondsOf(STALE_AFTER, interval)
}

/**
 * Age at which a terminal that sends nothing is offline and its silence an alarm. `own`: the terminal's own limit in seconds, which
 * overrides the rule; null: none.
 *
 * SQL applies the same limit in `terminal-connections.sql.ts`, which is made from `OFFLINE_AFTER`. Its `leastSeconds` is the age from which
 * alarms/clock/check-silence reads a terminal without its own limit at all.
 */
export function offlineAfterSeconds(interval: number | null, own: number | null): number {
  return own ?? secondsOf(OFFLINE_AFTER, interval)
}

/** The connection state by the age in seconds of the last stored reading (null: none). */
export function connectionOf(
  ageSeconds: number | null,
  interval: number | null,
  own: number | null,
): TerminalConnection {
  if (ageSeconds === null) return 'never'
  if (ageSeconds > offlineAfterSeconds(interval, own)) return 'offline'
  return ageSeconds > staleAfterSeconds(interval) ? 'stale' : 'online'
}

import type { Connection } from '@dalyan/contracts/terminals'

/** Median of the gaps between the last accepted messages, in seconds; null below three gaps. */
export function usualIntervalSeconds(gaps: readonly number[]): number | null {
  if (gaps.length < 3) return null
  const sorted = gaps.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? null) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const UNKNOWN_STALE_SECONDS = 2 * 60
const UNKNOWN_OFFLINE_SECONDS = 15 * 60
const LEAST_STALE_SECONDS = 60
const LEAST_OFFLINE_SECONDS = 2 * 60

/**
 * Age at which a value or a connection is stale (docs/behaviour/terminals.md). `interval` in seconds: expected, else usual, else null. The
 * same rule is written in SQL in `terminal-connections.sql.ts` and `evaluated-tanks.sql.ts`.
 */
export function staleAfterSeconds(interval: number | null): number {
  return interval === null ? UNKNOWN_STALE_SECONDS : Math.max(2 * interval, LEAST_STALE_SECONDS)
}

/**
 * Age at which a terminal is offline and its silence an alarm. `own`: the terminal's own limit in seconds, which overrides the rule; null:
 * none.
 */
export function offlineAfterSeconds(interval: number | null, own: number | null): number {
  if (own !== null) return own
  return interval === null ? UNKNOWN_OFFLINE_SECONDS : Math.max(3 * interval, LEAST_OFFLINE_SECONDS)
}

/** The connection state by the age in seconds of the last stored reading (null: none). */
export function connectionOf(ageSeconds: number | null, interval: number | null, own: number | null): Connection {
  if (ageSeconds === null) return 'never'
  if (ageSeconds > offlineAfterSeconds(interval, own)) return 'offline'
  return ageSeconds > staleAfterSeconds(interval) ? 'stale' : 'online'
}

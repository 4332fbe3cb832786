import type { Connection } from '@dalyan/contracts/terminals'

/** Median of the gaps between the last accepted messages, in seconds; null until three are known. */
export function usualIntervalSeconds(gaps: readonly number[]): number | null {
  if (gaps.length < 3) return null
  const sorted = gaps.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? null) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const UNKNOWN_STALE_SECONDS = 2 * 60
const UNKNOWN_OFFLINE_SECONDS = 15 * 60

/** Age at which a value, or a connection, is stale (decisions §5). `interval` in seconds: expected, else usual, else null. */
export function staleAfterSeconds(interval: number | null): number {
  return interval === null ? UNKNOWN_STALE_SECONDS : Math.max(2.5 * interval, UNKNOWN_STALE_SECONDS)
}

/** Age at which a terminal is offline and its silence an alarm. */
export function offlineAfterSeconds(interval: number | null): number {
  return interval === null ? UNKNOWN_OFFLINE_SECONDS : Math.max(5 * interval, UNKNOWN_OFFLINE_SECONDS)
}

/** How a terminal is connected, by the age in seconds of its last stored reading (null: none ever). */
export function connectionOf(ageSeconds: number | null, interval: number | null): Connection {
  if (ageSeconds === null) return 'never'
  if (ageSeconds > offlineAfterSeconds(interval)) return 'offline'
  return ageSeconds > staleAfterSeconds(interval) ? 'stale' : 'online'
}

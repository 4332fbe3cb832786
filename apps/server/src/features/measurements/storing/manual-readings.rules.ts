import type { ErrorCode } from '@dalyan/contracts/errors'

const DAY_MS = 86_400_000
/** How far a user's clock may be ahead, as for a terminal. */
const CLOCK_AHEAD_MS = 5 * 60_000

/** The problem with the time of a manual reading; null: none. Times are epoch milliseconds. */
export function timeProblem(
  at: number,
  { now, lateDays }: { now: number; lateDays: number },
): { code: ErrorCode; parts: Record<string, unknown> } | null {
  if (at > now + CLOCK_AHEAD_MS) return { code: 'in_future', parts: {} }
  return at < now - lateDays * DAY_MS ? { code: 'too_old', parts: { days: lateDays } } : null
}

/** In seconds. Seldom enough to spare a receiver that is down, often enough to call somebody soon after it is back. */
const FIRST_GAP = 15
const LONGEST_GAP = 3600
const TRIED_FOR_MS = 24 * 3_600_000

/** In how many seconds the next try is due if this one, the `tries`th, fails; null: it is the last. */
export function nextTryAfter({ queued_at, tries }: { queued_at: string; tries: number }, now: number): number | null {
  const gap = Math.min(LONGEST_GAP, FIRST_GAP * 2 ** (tries - 1))
  return now + gap * 1000 > Date.parse(queued_at) + TRIED_FOR_MS ? null : gap
}

import { instantAt } from '../../core/clock.ts'

/** In seconds. Seldom enough to spare a receiver that is down, often enough to call somebody soon after it is back. */
const FIRST_GAP = 15
const LONGEST_GAP = 3600
const TRIED_FOR_MS = 24 * 3_600_000

/** When the next try is due if this one, the `tries`th, fails; null: it is the last. */
export function nextTry(
  { queued_at, tries }: { queued_at: string; tries: number },
  now: number,
): { at: string; afterSeconds: number } | null {
  const afterSeconds = Math.min(LONGEST_GAP, FIRST_GAP * 2 ** (tries - 1))
  const at = now + afterSeconds * 1000
  return at > Date.parse(queued_at) + TRIED_FOR_MS ? null : { at: instantAt(at), afterSeconds }
}

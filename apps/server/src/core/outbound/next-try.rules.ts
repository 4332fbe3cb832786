/** How often a message is tried again: the first pause, doubled after each failure, and the longest one, in seconds; and for how long. */
export interface RetryRule {
  firstPause: number
  longestPause: number
  triedForMs: number
}

/** The one retry rule: when a message is tried again of which this, the `tries`th try, failed; null: it was the last. */
export function nextTryAfter(rule: RetryRule, message: { since: string; tries: number }, now: number): string | null {
  const pause = Math.min(rule.longestPause, rule.firstPause * 2 ** (message.tries - 1))
  const next = now + pause * 1000
  return next > Date.parse(message.since) + rule.triedForMs ? null : new Date(next).toISOString()
}

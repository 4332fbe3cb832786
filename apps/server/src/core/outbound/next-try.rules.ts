/** How often a message is retried: the first pause, doubled after each failure, and the longest pause, in seconds; and for how long. */
export interface RetryRule {
  firstPause: number
  longestPause: number
  triedForMs: number
}

/** When to retry a message whose try number `tries` failed; null: that was the last try. */
export function nextTryAfter(rule: RetryRule, message: { since: string; tries: number }, now: number): string | null {
  const pause = Math.min(rule.longestPause, rule.firstPause * 2 ** (message.tries - 1))
  const next = now + pause * 1000
  return next > Date.parse(message.since) + rule.triedForMs ? null : new Date(next).toISOString()
}

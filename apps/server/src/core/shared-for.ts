interface SharedResult<T> {
  at: number
  answer: Promise<T>
}

/**
 * Shares one answer among all callers of the same key within `ms`, so that many viewers cost the database one query.
 * A failure is not cached.
 */
export function sharedFor<K, T>(ms: number, now: () => number, ask: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const kept = new Map<K, SharedResult<T>>()
  return (key) => {
    const known = kept.get(key)
    if (known && now() - known.at < ms && now() >= known.at) return known.answer
    for (const [other, { at }] of kept) if (now() - at >= ms) kept.delete(other)
    const answer = ask(key)
    kept.set(key, { at: now(), answer })
    answer.catch(() => {
      if (kept.get(key)?.answer === answer) kept.delete(key)
    })
    return answer
  }
}

import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Applies readings to cached answers, and again to an answer that arrives later: the server may have made it before these readings, and the page
 * would show older values until the next reading.
 * @param apply changes the cache; running it again with the same readings must have no effect
 */
export function applyToAnswers(cache: QueryClient, keys: readonly QueryKey[], apply: () => void): void {
  apply()
  for (const queryKey of keys)
    for (const { promise } of cache.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
      // A request that fails or is replaced by another brings no answer.
      void promise?.then(apply, () => undefined)
}

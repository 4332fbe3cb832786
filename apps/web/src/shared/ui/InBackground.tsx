import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useMemo } from 'react'

/**
 * Draws what has changed in its children in pieces of a few milliseconds, after the rest of the page. The answer of a query would otherwise
 * draw all that depends on it at once, during which a slow phone does not react to touches.
 */
export function InBackground({ children }: { children: ReactNode }): ReactNode {
  return useDeferredValue(children)
}

/** The same for a component that asks for the answer itself: a new one is drawn in pieces, and the one before it stays until then. */
export function useInBackground<Answer>({ data, dataUpdatedAt, isPending }: UseQueryResult<Answer>) {
  return useDeferredValue(useMemo(() => ({ data, dataUpdatedAt, isPending }), [data, dataUpdatedAt, isPending]))
}

import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useMemo } from 'react'

/**
 * Draws what has changed in its children in pieces of a few milliseconds, after the rest of the page. The answer of a query would otherwise
 * draw all that depends on it at once, during which a slow phone does not react to touches.
 */
export function InBackground({ children }: { children: ReactNode }): ReactNode {
  return useDeferredValue(children)
}

/**
 * The same for the first answer of a component that asks for it itself: what stands in its place stays until the answer is drawn. Later answers are
 * drawn at once: on a slow phone, with one each second, drawing them in pieces would begin again and again.
 */
export function useInBackground<Answer>({ data, dataUpdatedAt, isPending }: UseQueryResult<Answer>) {
  const newest = useMemo(() => ({ data, dataUpdatedAt, isPending }), [data, dataUpdatedAt, isPending])
  const drawn = useDeferredValue(newest)
  return drawn.isPending ? drawn : newest
}

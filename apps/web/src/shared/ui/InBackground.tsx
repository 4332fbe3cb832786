import { type ReactNode, useDeferredValue } from 'react'

/**
 * Draws what has changed in its children in pieces of a few milliseconds, after the rest of the page. The answer of a query would otherwise
 * draw all that depends on it at once, during which a slow phone does not react to touches.
 */
export function InBackground({ children }: { children: ReactNode }): ReactNode {
  return useDeferredValue(children)
}

import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let since: number | null = null

/** An answer came: given now, or kept from then (epoch milliseconds), as an offline page shows it. */
export function learnKept(keptAt: number | null): void {
  const next = keptAt === null ? null : Math.min(since ?? keptAt, keptAt)
  if (next === since) return
  since = next
  for (const listener of listeners) listener()
}

/** Of when the oldest answer on screen is that was kept; null: the server answers. */
export function useKeptSince(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => since,
  )
}

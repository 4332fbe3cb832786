import { useSyncExternalStore } from 'react'
import { subscribers } from '../browser/subscribers.ts'

const { subscribe, notify } = subscribers()
let since: number | null = null

/** Records that an answer came from the server (null), or from the offline cache with the time of that answer (epoch milliseconds). */
export function learnKept(keptAt: number | null): void {
  const next = keptAt === null ? null : Math.min(since ?? keptAt, keptAt)
  if (next === since) return
  since = next
  notify()
}

/** The time of the oldest cached answer on screen; null: the server answers. */
export function useKeptSince(): number | null {
  return useSyncExternalStore(subscribe, () => since)
}

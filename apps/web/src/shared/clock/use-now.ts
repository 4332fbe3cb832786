import { useSyncExternalStore } from 'react'
import { deepEqual } from '@tanstack/react-router'
// The router imports this path; `use-sync-external-store/with-selector` would be a second copy in the first load.
import { useSyncExternalStoreWithSelector } from 'use-sync-external-store/shim/with-selector'
import { serverNow } from './server-clock.ts'

const subscriptions = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = serverNow()

function subscribe(onTick: () => void): () => void {
  subscriptions.add(onTick)
  if (timer === undefined) {
    now = serverNow()
    timer = setInterval(() => {
      now = serverNow()
      for (const each of subscriptions) each()
    }, 1000)
  }
  return () => {
    subscriptions.delete(onTick)
    if (subscriptions.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const current = () => now

/** Server time in epoch milliseconds, once a second; one timer serves the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, current)
}

/**
 * What follows from the server time (epoch milliseconds), such as the text of an age. It is derived once a second, and the
 * component is drawn again only when it differs: pages show hundreds of ages and states, of which few change in a second.
 */
export function useFromNow<T>(derive: (now: number) => T): T {
  return useSyncExternalStoreWithSelector(subscribe, current, null, derive, deepEqual)
}

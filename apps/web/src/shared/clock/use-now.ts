import { useSyncExternalStore } from 'react'
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

/** Server time in epoch milliseconds, once a second; one timer serves the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

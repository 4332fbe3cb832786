import { useLayoutEffect, useSyncExternalStore } from 'react'
import { subscribers } from '../browser/subscribers.ts'

const { subscribe, notify } = subscribers()
let current = ''

function set(title: string): void {
  current = title
  notify()
}

/** Sets the page's part of the tab's title while it is on screen. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    set(title)
    return () => set('')
  }, [title])
}

export function useCurrentPageTitle(): string {
  return useSyncExternalStore(subscribe, () => current)
}

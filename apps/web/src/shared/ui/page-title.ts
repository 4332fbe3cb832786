import { useLayoutEffect, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let current = ''

function set(title: string): void {
  current = title
  for (const listener of listeners) listener()
}

/** The page's own part of the tab's title, while it is on screen. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    set(title)
    return () => set('')
  }, [title])
}

export function useCurrentPageTitle(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}

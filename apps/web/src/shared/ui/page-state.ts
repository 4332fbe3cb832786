import { useEffect, useSyncExternalStore } from 'react'
import { subscribers } from '../browser/subscribers.ts'

declare global {
  interface Window {
    /** Set after the first data are rendered: browser tests wait for it. */
    __appReady?: boolean
  }
}

const { subscribe, notify } = subscribers()
let current = ''

function set(title: string): void {
  current = title
  notify()
}

/** Sets the page's part of the tab's title while it is on screen. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    set(title)
    return () => set('')
  }, [title])
}

export function useCurrentPageTitle(): string {
  return useSyncExternalStore(subscribe, () => current)
}

/** Reports that the page has rendered its first data. */
export function useAppReady(drawn: boolean): void {
  useEffect(() => {
    if (drawn) window.__appReady = true
  }, [drawn])
}

/** Sets the page's part of the tab's title, and reports that its first data are rendered. */
export function usePage(title: string, isReady: boolean): void {
  usePageTitle(title)
  useAppReady(isReady)
}

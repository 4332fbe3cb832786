import { startTransition, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react'
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

/** What waits for the first page of the visit. */
const waiting: (() => void)[] = []

/** Runs the work once the first page of the visit has rendered its data, so that it does not delay them. */
export function afterFirstPage(work: () => void): void {
  if (window.__appReady) work()
  else waiting.push(work)
}

/** Reports that the page has rendered its first data, also those that are drawn in the background (`InBackground`) or in a later step (`InSteps`). */
export function useAppReady(isReady: boolean): void {
  // Drawn together with the step that these data are in: it is asked for by the effects of the same drawing.
  const [isOpen, setOpen] = useState(false)
  useEffect(() => startTransition(() => setOpen(true)), [])
  const isDrawn = useDeferredValue(isReady && isOpen, false)
  useEffect(() => {
    if (!isDrawn) return
    window.__appReady = true
    for (const work of waiting.splice(0)) work()
  }, [isDrawn])
}

/** Sets the page's part of the tab's title, and reports that its first data are rendered. */
export function usePage(title: string, isReady: boolean): void {
  usePageTitle(title)
  useAppReady(isReady)
}

import { useEffect } from 'react'

declare global {
  interface Window {
    /** Set after the first data are drawn: outside checks wait for it. */
    __appReady?: boolean
  }
}

/** Says that the page has drawn its first data. */
export function useAppReady(drawn: boolean): void {
  useEffect(() => {
    if (drawn) window.__appReady = true
  }, [drawn])
}

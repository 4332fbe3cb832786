import { useEffect } from 'react'

declare global {
  interface Window {
    /** Set after the first data are rendered: browser tests wait for it. */
    __appReady?: boolean
  }
}

/** Reports that the page has rendered its first data. */
export function useAppReady(drawn: boolean): void {
  useEffect(() => {
    if (drawn) window.__appReady = true
  }, [drawn])
}

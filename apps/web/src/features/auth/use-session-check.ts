import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { checkSession } from './public/auth.queries.ts'

const CHECK_EVERY_MS = 60_000

/** Checks the session when the user comes back to this tab: the account may have changed, or the session ended. */
export function useSessionCheck(): void {
  const cache = useQueryClient()
  useEffect(() => {
    let last = Date.now()
    function check(): void {
      if (document.hidden || Date.now() - last < CHECK_EVERY_MS) return
      last = Date.now()
      void checkSession(cache)
    }
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [cache])
}

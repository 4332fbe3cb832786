import type { QueryClient } from '@tanstack/react-query'
import { authQueries } from '../features/auth/public/auth.queries.ts'
import { rememberStop } from '../features/auth/public/stopped-at.ts'
import { sessionToken } from '../shared/api/session-token.ts'
import type { createAppRouter } from './router.tsx'

/** When the session ends, here or in another tab: clears all answers and shows the login with the reason. */
export function leaveWhenSessionEnds(router: ReturnType<typeof createAppRouter>, cache: QueryClient): () => void {
  return sessionToken.onEnd((ended) => {
    if (!cache.getQueryData(authQueries.me().queryKey)) return
    if (ended !== 'logout') rememberStop(router.state.location.href)
    cache.removeQueries({ queryKey: authQueries.me().queryKey })
    void router
      .navigate({ to: '/', replace: true, state: { ended } })
      .then(() => cache.removeQueries({ predicate: isPrivate }))
  })
}

/** Answers that the login needs as well may stay. */
function isPrivate({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== 'settings' && queryKey[0] !== 'branding'
}

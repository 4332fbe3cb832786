import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notificationKeys } from '../../features/notifications/notifications.queries.ts'
import { keepPush } from '../../features/notifications/settings/push-here.ts'
import { logFailure } from '../../shared/api/log-failure.ts'
import { sessionToken } from '../../shared/api/session-token.ts'

/** Push ends with its session, so a new session of the same user, and the new token after a change of password, register it again. */
export function useKeptPush({ id, must_change_password }: { id: number; must_change_password: boolean }): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (must_change_password) return undefined
    const keep = () =>
      void keepPush(id).then(
        (isKept) => void (isKept && cache.invalidateQueries({ queryKey: notificationKeys.preferences })),
        (error: unknown) => logFailure('push', error),
      )
    keep()
    return sessionToken.onReplace(keep)
  }, [cache, id, must_change_password])
}

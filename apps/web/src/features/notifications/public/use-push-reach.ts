import { useQuery } from '@tanstack/react-query'
import type { PushReach } from '../../alarms/public/WatchLine.tsx'
import { notificationQueries } from '../notifications.queries.ts'

/** Whether critical alarms reach a browser or phone of the user by push. */
export function usePushReach(): PushReach {
  const preferences = useQuery(notificationQueries.preferences()).data
  const push = preferences?.health.find(({ channel }) => channel === 'push')
  if (!preferences || !push) return 'unknown'
  return push.ready && preferences.channels.critical.includes('push') ? 'on' : 'off'
}

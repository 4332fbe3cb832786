import { alarmsApi } from '@dalyan/contracts/alarms'
import { notificationsApi, onCallApi } from '@dalyan/contracts/notifications'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'
import { alarmKeys } from '../alarms/public/alarms.queries.ts'

export const notificationKeys = {
  centre: ['notifications'] as const,
  preferences: ['notification-preferences'] as const,
}

const NEWEST = 25
const NEWEST_ALARMS = 200

export const notificationQueries = {
  /** The newest inbox items, and the number of unread ones. */
  newest: () =>
    queryOptions({
      queryKey: notificationKeys.centre,
      queryFn: ({ signal }) => call(notificationsApi.list, { query: { per_page: NEWEST } }, signal),
      meta: { live: true },
    }),
  /** The alarms of inbox items, which contain only their ids. */
  alarms: () =>
    queryOptions({
      queryKey: [...alarmKeys.all, 'newest'],
      queryFn: ({ signal }) => {
        const sort = [{ field: 'id' as const, descending: true }]
        return call(alarmsApi.list, { query: { status: 'all', per_page: NEWEST_ALARMS, sort } }, signal)
      },
    }),
  preferences: () =>
    queryOptions({
      queryKey: notificationKeys.preferences,
      queryFn: ({ signal }) => call(notificationsApi.preferences, undefined, signal),
    }),
  /** The order in which a firm's users are notified. */
  onCall: (firmId: number) =>
    queryOptions({
      queryKey: ['on-call', firmId],
      queryFn: ({ signal }) => call(onCallApi.get, { params: { id: firmId } }, signal),
    }),
}

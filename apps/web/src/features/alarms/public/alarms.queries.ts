import { type AcknowledgedAlarms, type Alarm, type AlarmListQuery, alarmsApi } from '@dalyan/contracts/alarms'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

export const alarmKeys = {
  all: ['alarms'] as const,
  list: (query: Partial<AlarmListQuery>) => ['alarms', 'list', query] as const,
}

export const alarmQueries = {
  list: (query: Partial<AlarmListQuery>) =>
    queryOptions({
      queryKey: alarmKeys.list(query),
      queryFn: ({ signal }) => call(alarmsApi.list, { query }, signal),
      meta: { live: true },
    }),
}

export const alarmMutations = {
  acknowledge: (cache: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number): Promise<Alarm> => call(alarmsApi.acknowledge, { params: { id }, body: {} }),
      onSettled: () => cache.invalidateQueries({ queryKey: alarmKeys.all }),
    }),

  acknowledgeMany: (cache: QueryClient) =>
    mutationOptions({
      mutationFn: (ids: number[]): Promise<AcknowledgedAlarms> =>
        call(alarmsApi.acknowledgeMany, { body: { ids, note: null } }),
      onSettled: () => cache.invalidateQueries({ queryKey: alarmKeys.all }),
    }),
}

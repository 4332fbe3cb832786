import { measurementsApi } from '@dalyan/contracts/measurements'
import { type MetricKey, metricsInUse, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

const further = queryOptions({
  queryKey: ['further-metrics'],
  queryFn: async ({ signal }): Promise<readonly MetricKey[]> =>
    (await call(measurementsApi.furtherMetrics, {}, signal)).data,
  staleTime: 60_000,
})

/** The metrics that forms, filters and tables offer, in the order of screens: the further ones only where they are in use. */
export function useMetrics(): readonly MetricKey[] {
  const { data } = useQuery(further)
  return metricsInUse(SCREEN_ORDER, (metric) => data?.includes(metric) ?? false)
}

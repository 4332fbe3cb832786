import { forewarningsApi } from '@dalyan/contracts/forewarnings'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

/** The server predicts every quarter of an hour, and a crossed limit ends a forewarning at once. */
const REFRESH_MS = 60_000

export const forewarningQueries = {
  ofTank: (tankId: number) =>
    queryOptions({
      queryKey: ['forewarnings', tankId],
      queryFn: ({ signal }) => call(forewarningsApi.ofTank, { params: { id: tankId } }, signal),
      refetchInterval: () => (navigator.onLine ? REFRESH_MS : false),
    }),
}

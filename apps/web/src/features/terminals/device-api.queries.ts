import { terminalsApi } from '@dalyan/contracts/terminals'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'

export const deviceApiQueries = {
  /** Where terminals connect; it changes with a restart of the server alone. */
  address: () =>
    queryOptions({
      queryKey: ['device-api', 'address'],
      queryFn: ({ signal }) => call(terminalsApi.deviceAddress, undefined, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** Until when many new devices may enter the list. */
  enrolment: () =>
    queryOptions({
      queryKey: ['device-api', 'enrolment'],
      queryFn: ({ signal }) => call(terminalsApi.enrolment, undefined, signal),
    }),
}

import { terminalsApi } from '@dalyan/contracts/terminals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'
import { deviceApiQueries } from './device-api.queries.ts'

/** Opens the enrolment window for so many minutes; 0 closes it. */
export function useEnrolment() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (minutes: number) => call(terminalsApi.enrol, { body: { minutes } }),
    onSuccess: (state) => cache.setQueryData(deviceApiQueries.enrolment().queryKey, state),
  })
}

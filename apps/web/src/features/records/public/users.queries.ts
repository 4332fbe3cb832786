import { usersApi } from '@dalyan/contracts/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { resourceQueries } from '../../../shared/resource/resource-queries.ts'

export const userQueries = {
  ...resourceQueries('users', usersApi),
  /** The permissions of each role. */
  roles: () =>
    queryOptions({
      queryKey: ['users', 'roles'],
      queryFn: async ({ signal }) => (await call(usersApi.roles, undefined, signal)).data,
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

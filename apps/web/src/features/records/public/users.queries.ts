import { type UserListQuery, usersApi } from '@dalyan/contracts/users'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ASKED_ANEW } from '../../../shared/api/asked-anew.ts'
import { call, callTagged } from '../../../shared/api/call.ts'

export const userKeys = { all: ['users'] as const }

export const userQueries = {
  list: (query: Partial<UserListQuery>) =>
    queryOptions({
      queryKey: [...userKeys.all, 'list', query],
      queryFn: ({ signal }) => call(usersApi.list, { query }, signal),
      placeholderData: keepPreviousData,
    }),
  /** What each role may do. */
  roles: () =>
    queryOptions({
      queryKey: [...userKeys.all, 'roles'],
      queryFn: async ({ signal }) => (await call(usersApi.roles, undefined, signal)).data,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** One to edit, with the tag of its version; asked anew each time. */
  edited: (id: number) =>
    queryOptions({
      queryKey: [...userKeys.all, 'edited', id],
      queryFn: ({ signal }) => callTagged(usersApi.get, { params: { id } }, signal),
      ...ASKED_ANEW,
    }),
}

import { type Firm, type FirmListQuery, firmsApi } from '@dalyan/contracts/firms'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ASKED_ANEW } from '../../../shared/api/asked-anew.ts'
import { call, callTagged } from '../../../shared/api/call.ts'

export const firmKeys = { all: ['firms'] as const }

export const firmQueries = {
  list: (query: Partial<FirmListQuery>) =>
    queryOptions({
      queryKey: [...firmKeys.all, 'list', query],
      queryFn: ({ signal }) => call(firmsApi.list, { query }, signal),
      placeholderData: keepPreviousData,
    }),
  /** Those that can be picked, by code. */
  options: (search = '') =>
    queryOptions({
      queryKey: [...firmKeys.all, 'options', search],
      queryFn: async ({ signal }): Promise<Firm[]> => {
        const query = { search, per_page: 100, sort: [{ field: 'code' as const, descending: false }] }
        return (await call(firmsApi.list, { query }, signal)).data
      },
      placeholderData: keepPreviousData,
    }),
  /** One to edit, with the tag of its version; asked anew each time. */
  edited: (id: number) =>
    queryOptions({
      queryKey: [...firmKeys.all, 'edited', id],
      queryFn: ({ signal }) => callTagged(firmsApi.get, { params: { id } }, signal),
      ...ASKED_ANEW,
    }),
}

import { type RangeTemplate, type RangeTemplateListQuery, rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ASKED_ANEW } from '../../../shared/api/asked-anew.ts'
import { call, callTagged } from '../../../shared/api/call.ts'

export const rangeTemplateKeys = { all: ['range-templates'] as const }

export const rangeTemplateQueries = {
  list: (query: Partial<RangeTemplateListQuery>) =>
    queryOptions({
      queryKey: [...rangeTemplateKeys.all, 'list', query],
      queryFn: ({ signal }) => call(rangeTemplatesApi.list, { query }, signal),
      placeholderData: keepPreviousData,
    }),
  /** All that can be picked, by name. */
  options: (search = '') =>
    queryOptions({
      queryKey: [...rangeTemplateKeys.all, 'options', search],
      queryFn: async ({ signal }): Promise<RangeTemplate[]> => {
        const query = { search, per_page: 200, sort: [{ field: 'name' as const, descending: false }] }
        return (await call(rangeTemplatesApi.list, { query }, signal)).data
      },
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    }),
  /** One to edit, with the tag of its version; asked anew each time. */
  edited: (id: number) =>
    queryOptions({
      queryKey: [...rangeTemplateKeys.all, 'edited', id],
      queryFn: ({ signal }) => callTagged(rangeTemplatesApi.get, { params: { id } }, signal),
      ...ASKED_ANEW,
    }),
}

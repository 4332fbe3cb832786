import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { resourceQueries } from '../../../shared/resource/resource-queries.ts'

export const rangeTemplateQueries = resourceQueries('range-templates', rangeTemplatesApi, {
  by: 'name',
  size: 200,
  staleTime: 60_000,
})

/** The newest versions of a template, newest first. */
export const templateVersionsQuery = (id: number) =>
  queryOptions({
    queryKey: [...rangeTemplateQueries.all, 'versions', id],
    queryFn: async ({ signal }) => (await call(rangeTemplatesApi.versions, { params: { id } }, signal)).data,
  })

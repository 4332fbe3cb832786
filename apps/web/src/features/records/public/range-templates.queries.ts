import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { resourceQueries } from '../../../shared/resource/resource-queries.ts'

export const rangeTemplateQueries = resourceQueries('range-templates', rangeTemplatesApi, {
  by: 'name',
  size: 200,
  staleTime: 60_000,
})

import { firmsApi } from '@dalyan/contracts/firms'
import { resourceQueries } from '../../../shared/resource/resource-queries.ts'

export const firmQueries = resourceQueries('firms', firmsApi)

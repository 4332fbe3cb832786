import { keyProfilesApi } from '@dalyan/contracts/key-profiles'
import { resourceQueries } from '../../../shared/resource/resource-queries.ts'

export const keyProfileQueries = resourceQueries('key-profiles', keyProfilesApi, { by: 'name', size: 200 })

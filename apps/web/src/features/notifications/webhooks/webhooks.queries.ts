import { webhooksApi } from '@dalyan/contracts/webhooks'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

export const webhookKeys = { all: ['webhooks'] as const }

/** A firm's, all of them. */
export const webhooksOf = (firmId: number) =>
  queryOptions({
    queryKey: [...webhookKeys.all, firmId],
    queryFn: ({ signal }) => call(webhooksApi.list, { query: { filter_firm_id: firmId, per_page: 200 } }, signal),
  })

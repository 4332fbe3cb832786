import { webhooksApi } from '@dalyan/contracts/webhooks'
import { queryOptions } from '@tanstack/react-query'
import { call, callTagged } from '../../../shared/api/call.ts'

const SHOWN = 20
const LOOK_AGAIN_MS = 10_000

export const webhookKeys = { all: ['webhooks'] as const }

/** A firm's, all of them. */
export const webhooksOf = (firmId: number) =>
  queryOptions({
    queryKey: [...webhookKeys.all, firmId],
    queryFn: ({ signal }) => call(webhooksApi.list, { query: { filter_firm_id: firmId, per_page: 200 } }, signal),
    refetchInterval: LOOK_AGAIN_MS,
  })

/** One that is edited, as it is now. */
export const editedWebhook = (id: number) =>
  queryOptions({
    queryKey: ['webhook', id],
    queryFn: ({ signal }) => callTagged(webhooksApi.get, { params: { id } }, signal),
    gcTime: 0,
  })

/** What one was sent last. */
export const deliveriesOf = (id: number) =>
  queryOptions({
    queryKey: [...webhookKeys.all, 'deliveries', id],
    queryFn: ({ signal }) => call(webhooksApi.deliveries, { params: { id }, query: { per_page: SHOWN } }, signal),
    refetchInterval: LOOK_AGAIN_MS,
  })

import { errorText, type Language } from '@dalyan/contracts/errors'
import { webhooksApi, type Webhook } from '@dalyan/contracts/webhooks'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call, callIfMatch, callTagged } from '../../../shared/api/call.ts'
import { resourceQueries } from '../../../shared/resource/resource-queries.ts'

const MOST_DELIVERIES = 20
const LOOK_AGAIN_MS = 10_000
const queries = resourceQueries('webhooks', webhooksApi)

export const webhookQueries = {
  ...queries,
  ofFirm: (firmId: number) =>
    queryOptions({ ...queries.list({ filter_firm_id: firmId, per_page: 200 }), refetchInterval: LOOK_AGAIN_MS }),
  /** The last deliveries of a webhook. */
  deliveries: (id: number) =>
    queryOptions({
      queryKey: [...queries.all, 'deliveries', id],
      queryFn: ({ signal }) =>
        call(webhooksApi.deliveries, { params: { id }, query: { per_page: MOST_DELIVERIES } }, signal),
      refetchInterval: LOOK_AGAIN_MS,
    }),
}

/**
 * Turns a webhook of a list on or off. A list has no versions, so this fetches the tag and uses it only if the webhook is as shown.
 * @throws ApiError with status 412 when another user has changed it since
 */
export async function turnWebhook(shown: Webhook, active: boolean, language: Language): Promise<Webhook> {
  const params = { id: shown.id }
  const { record, etag } = await callTagged(webhooksApi.get, { params })
  if (record.updated_at !== shown.updated_at) throw new ApiError(412, 'stale_edit', errorText('stale_edit', language))
  return await callIfMatch(webhooksApi.update, etag, { params, body: { active } })
}

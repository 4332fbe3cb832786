import { errorText, type Language } from '@dalyan/contracts/errors'
import { webhooksApi, type Webhook } from '@dalyan/contracts/webhooks'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call, callTagged, callIfMatch } from '../../../shared/api/call.ts'

const SHOWN = 20
const LOOK_AGAIN_MS = 10_000

export const webhookKeys = { all: ['webhooks'] as const }

/** All webhooks of a firm. */
export const webhooksOf = (firmId: number) =>
  queryOptions({
    queryKey: [...webhookKeys.all, firmId],
    queryFn: ({ signal }) => call(webhooksApi.list, { query: { filter_firm_id: firmId, per_page: 200 } }, signal),
    refetchInterval: LOOK_AGAIN_MS,
  })

/** One webhook for editing, in its present state. */
export const editedWebhook = (id: number) =>
  queryOptions({
    queryKey: ['webhook', id],
    queryFn: ({ signal }) => callTagged(webhooksApi.get, { params: { id } }, signal),
    gcTime: 0,
  })

/** The last deliveries of a webhook. */
export const deliveriesOf = (id: number) =>
  queryOptions({
    queryKey: [...webhookKeys.all, 'deliveries', id],
    queryFn: ({ signal }) => call(webhooksApi.deliveries, { params: { id }, query: { per_page: SHOWN } }, signal),
    refetchInterval: LOOK_AGAIN_MS,
  })

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

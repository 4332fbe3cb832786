import { errorText, type Language } from '@dalyan/contracts/errors'
import { type Webhook, webhooksApi } from '@dalyan/contracts/webhooks'
import { ApiError } from '../../../shared/api/api-error.ts'
import { callIfMatch, callTagged } from '../../../shared/api/call.ts'

/**
 * Turns a webhook of a list on or off. A list carries no versions, so the tag is asked for, and holds only for what was shown.
 * @throws ApiError with status 412 where somebody has changed it since.
 */
export async function turnWebhook(shown: Webhook, active: boolean, language: Language): Promise<Webhook> {
  const params = { id: shown.id }
  const { record, etag } = await callTagged(webhooksApi.get, { params })
  if (record.updated_at !== shown.updated_at) throw new ApiError(412, 'stale_edit', errorText('stale_edit', language))
  return await callIfMatch(webhooksApi.update, etag, { params, body: { active } })
}

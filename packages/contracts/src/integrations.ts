import * as z from 'zod/mini'
import { requiredText } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdInQuery, IdParams, pageOf, pageQuery, RecordId, sortOf } from './paging.ts'
import { FirmRef } from './users.ts'

/** The LoRaWAN network servers that deliver the messages of many devices with one secret. */
export const LORAWAN_KINDS = ['chirpstack', 'things_stack'] as const
export type LorawanKind = (typeof LORAWAN_KINDS)[number]

export const INTEGRATION_KINDS = [...LORAWAN_KINDS, 'home_assistant'] as const
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number]

export function isLorawanKind(kind: IntegrationKind): kind is LorawanKind {
  return LORAWAN_KINDS.some((each) => each === kind)
}

/** The MQTT user name of a Home Assistant; no terminal can have it as its code. */
export function homeAssistantUser(id: number): string {
  return `ha-${id}`
}

/**
 * Why a call of another system failed. `no_device_eui`: its message names no device as this kind of network server does; `other_firm`: the device
 * stands on a tank of a firm that the integration does not serve.
 */
export const INTEGRATION_FAULTS = ['unreadable_json', 'no_device_eui', 'other_firm'] as const
export type IntegrationFault = (typeof INTEGRATION_FAULTS)[number]

/** Another system that signs in with a secret of its own. */
export const Integration = z.object({
  id: z.int(),
  kind: z.enum(INTEGRATION_KINDS),
  name: z.string(),
  /** It serves the tanks of this firm and of the firms below it; null: every firm. */
  firm: z.nullable(FirmRef),
  created_at: Instant,
  /** Accurate to the minute; null: never. */
  last_success_at: z.nullable(Instant),
  /** `device_eui`: of the device concerned, where the message named one. Null: none. */
  last_failure: z.nullable(
    z.object({ at: Instant, fault: z.enum(INTEGRATION_FAULTS), device_eui: z.nullable(z.string()) }),
  ),
})
export type Integration = z.infer<typeof Integration>

export const IntegrationInput = z.object({
  kind: z.enum(INTEGRATION_KINDS),
  name: requiredText(120, 'required'),
  /** Null: every firm. */
  firm_id: z.nullable(RecordId),
})
export type IntegrationInput = z.infer<typeof IntegrationInput>

/** The only answer with the secret. */
export const NewIntegration = z.object({ id: z.int(), secret: z.string() })
export type NewIntegration = z.infer<typeof NewIntegration>

export const IntegrationListQuery = z.object({
  ...pageQuery(),
  filter_firm_id: z.optional(IdInQuery),
  sort: z.optional(sortOf(['id', 'name', 'created_at', 'last_success_at'])),
})
export type IntegrationListQuery = z.infer<typeof IntegrationListQuery>

export const integrationsApi = {
  list: endpoint('GET', '/api/integrations', { query: IntegrationListQuery, reply: pageOf(Integration) }),
  create: endpoint('POST', '/api/integrations', { body: IntegrationInput, reply: NewIntegration, status: 201 }),
  /** Its secret is refused from the next call on. */
  remove: endpoint('DELETE', '/api/integrations/:id', { params: IdParams }),
}

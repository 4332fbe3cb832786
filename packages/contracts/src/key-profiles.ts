import * as z from 'zod/mini'
import { requiredText } from './codes.ts'
import { KeyMap } from './diagnosis.ts'
import { endpoint, recordEndpoints } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdParams, pageQuery, RecordId, SearchText, sortOf } from './paging.ts'
import { QualityRules, USUAL_QUALITY } from './quality-rules.ts'
import { UserRef } from './users.ts'

/** A named map from devices' own names to metrics, with the rules of the quality gate, for many terminals. A name that a terminal maps itself goes before that of its profile. */
export const KeyProfile = z.object({
  id: z.int(),
  name: z.string(),
  map: KeyMap,
  /** How the quality gate tests what its terminals send. */
  quality: QualityRules,
  /** The live terminals that use it, of those that the caller may see. */
  terminals_count: z.int(),
  created_at: Instant,
  updated_at: Instant,
  last_modified_by: z.nullable(UserRef),
})
export type KeyProfile = z.infer<typeof KeyProfile>

/** Terminals that use the profile from now on, beside those that do already. */
const iot_ids = z.optional(z.array(RecordId).check(z.maxLength(200)))
const fields = { name: requiredText(120, 'key_profile_name_required'), map: KeyMap, quality: QualityRules }

export const KeyProfileInput = z.object({ ...fields, quality: z._default(QualityRules, USUAL_QUALITY), iot_ids })
export type KeyProfileInput = z.infer<typeof KeyProfileInput>

/** `map` and `quality` replace the profile's own. */
export const KeyProfileChange = z.partial(z.object(fields))
export type KeyProfileChange = z.infer<typeof KeyProfileChange>

export const KeyProfileListQuery = z.object({
  ...pageQuery(),
  search: z.optional(SearchText),
  filter_name: z.optional(SearchText),
  sort: z.optional(sortOf(['id', 'name', 'created_at', 'updated_at'])),
})
export type KeyProfileListQuery = z.infer<typeof KeyProfileListQuery>

const AddedNames = z.object({ map: KeyMap, iot_ids })
export type AddedNames = z.infer<typeof AddedNames>

/** Callers limited to firms see the profiles that terminals of their firms use. */
export const keyProfilesApi = {
  ...recordEndpoints('/api/key-profiles', {
    query: KeyProfileListQuery,
    record: KeyProfile,
    input: KeyProfileInput,
    change: KeyProfileChange,
  }),
  /** Adds names to the map of the profile, or replaces these names. */
  addNames: endpoint('POST', '/api/key-profiles/:id/names', { params: IdParams, body: AddedNames, reply: KeyProfile }),
}

import * as z from 'zod/mini'
import { Code, plainText, requiredText } from './codes.ts'
import { endpoint, recordEndpoints } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdParams, pageQuery, RecordId, SearchText, someOf, sortOf, yesNo } from './paging.ts'
import { FirmRef, UserRef } from './users.ts'

export const FIRM_TYPES = ['grower', 'distributor', 'restaurant'] as const
export type FirmType = (typeof FIRM_TYPES)[number]
export const FIRM_STATUSES = ['active', 'inactive', 'deleted'] as const
export type FirmStatus = (typeof FIRM_STATUSES)[number]
/** `deleted` is set by DELETE. */
export const WRITABLE_FIRM_STATUSES = ['active', 'inactive'] as const

const text = z.nullable(z.string())

export const Firm = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  type: z.enum(FIRM_TYPES),
  status: z.enum(FIRM_STATUSES),
  notes: text,
  phone: text,
  city: text,
  province: text,
  district: text,
  neighborhood: text,
  country: text,
  postal_code: text,
  parent: z.nullable(FirmRef),
  /** Its own live tanks, without those of the firms below it. */
  tanks_count: z.int(),
  edited_by: z.nullable(UserRef),
  created_at: Instant,
  updated_at: Instant,
})
export type Firm = z.infer<typeof Firm>

const fields = {
  code: Code,
  name: requiredText(120, 'firm_name_required'),
  type: z.enum(FIRM_TYPES),
  status: z.enum(WRITABLE_FIRM_STATUSES),
  parent_id: z.nullable(RecordId),
  notes: z.nullable(plainText(4000)),
  phone: z.nullable(plainText(40)),
  city: z.nullable(plainText(60)),
  province: z.nullable(plainText(60)),
  district: z.nullable(plainText(60)),
  neighborhood: z.nullable(plainText(120)),
  country: z.nullable(plainText(60)),
  postal_code: z.nullable(plainText(20)),
}

export const FirmChange = z.partial(z.object(fields))
export type FirmChange = z.infer<typeof FirmChange>
export const FirmInput = z.extend(FirmChange, {
  code: fields.code,
  name: fields.name,
  type: z._default(fields.type, 'grower'),
  status: z._default(fields.status, 'active'),
})
export type FirmInput = z.infer<typeof FirmInput>

export const FirmListQuery = z.object({
  ...pageQuery(),
  /** Searches code, name, city and province. */
  search: z.optional(SearchText),
  filter_status: z.optional(someOf(FIRM_STATUSES)),
  filter_type: z.optional(someOf(FIRM_TYPES)),
  filter_city: z.optional(SearchText),
  filter_province: z.optional(SearchText),
  include_deleted: z.optional(yesNo),
  sort: z.optional(sortOf(['id', 'code', 'name', 'type', 'status', 'city', 'province', 'created_at', 'updated_at'])),
})
export type FirmListQuery = z.infer<typeof FirmListQuery>

export const firmsApi = {
  ...recordEndpoints('/api/firms', { query: FirmListQuery, record: Firm, input: FirmInput, change: FirmChange }),
  restore: endpoint('POST', '/api/firms/:id/restore', { params: IdParams, reply: Firm }),
}

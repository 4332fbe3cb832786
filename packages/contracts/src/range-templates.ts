import * as z from 'zod/mini'
import { SEVERITIES } from './alarm-words.ts'
import { requiredText } from './codes.ts'
import { endpoint, recordEndpoints } from './endpoint.ts'
import { Instant } from './instant.ts'
import { METRIC_KEYS, type MetricKey } from './metrics.ts'
import { IdParams, pageQuery, SearchText, sortOf, yesNo } from './paging.ts'

const limit = z.nullable(z.number())

/** Limits of one metric, in its unit. A value equal to its limit is inside. Either limit may be absent. */
export const Range = z.object({
  min: limit,
  max: limit,
  severity: z.enum(SEVERITIES),
  critical_min: z.optional(limit),
  critical_max: z.optional(limit),
})
export type Range = z.infer<typeof Range>

function rangesOf<T extends z.ZodMiniType>(range: T) {
  return z.partial(z.object(Object.fromEntries(METRIC_KEYS.map((key) => [key, range])) as Record<MetricKey, T>))
}

export const Ranges = rangesOf(Range)
export type Ranges = z.infer<typeof Ranges>

export const RangeTemplate = z.object({
  id: z.int(),
  name: z.string(),
  active: z.boolean(),
  /** How long a value must be out of range before the alarm. */
  delay_seconds: z.int(),
  ranges: Ranges,
  tanks_count: z.int(),
  updated_at: Instant,
})
export type RangeTemplate = z.infer<typeof RangeTemplate>

const RangeInput = z.object({
  min: z.optional(limit),
  max: z.optional(limit),
  severity: z._default(z.enum(SEVERITIES), 'warning'),
  critical_min: z.optional(limit),
  critical_max: z.optional(limit),
})

const fields = {
  name: requiredText(120, 'template_name_required'),
  active: z.boolean(),
  delay_seconds: z.int().check(z.gte(0), z.lte(3600)),
  /** A metric that is null or absent has no limits. `range-templates.rules.ts` checks bounds and order. */
  ranges: rangesOf(z.nullable(RangeInput)),
}

export const RangeTemplateInput = z.object({
  ...fields,
  active: z._default(fields.active, true),
  delay_seconds: z._default(fields.delay_seconds, 60),
})
export type RangeTemplateInput = z.infer<typeof RangeTemplateInput>

export const RangeTemplateChange = z.partial(z.object(fields))
export type RangeTemplateChange = z.infer<typeof RangeTemplateChange>

export const RangeTemplateListQuery = z.object({
  ...pageQuery(),
  search: z.optional(SearchText),
  filter_name: z.optional(SearchText),
  filter_active: z.optional(yesNo),
  sort: z.optional(sortOf(['id', 'name', 'active', 'updated_at', 'tanks_count'])),
})
export type RangeTemplateListQuery = z.infer<typeof RangeTemplateListQuery>

/** The effect of limits: the active tanks of a template, and those of them that would be out of range now. */
export const RangePreview = z.object({ tanks: z.int(), out_of_range: z.int() })
export type RangePreview = z.infer<typeof RangePreview>

/** The maximum number of versions in a list. */
export const MOST_VERSIONS = 100

/** What a template was from `valid_from` until the next version; `number` counts from 1. `edited_by` null: not known. */
export const RangeTemplateVersion = z.object({
  number: z.int(),
  valid_from: Instant,
  edited_by: z.nullable(z.object({ id: z.int(), name: z.string() })),
  name: z.string(),
  active: z.boolean(),
  delay_seconds: z.int(),
  ranges: Ranges,
})
export type RangeTemplateVersion = z.infer<typeof RangeTemplateVersion>

export const rangeTemplatesApi = {
  ...recordEndpoints('/api/range-templates', {
    query: RangeTemplateListQuery,
    record: RangeTemplate,
    input: RangeTemplateInput,
    change: RangeTemplateChange,
  }),
  preview: endpoint('POST', '/api/range-templates/:id/preview', {
    params: IdParams,
    body: z.object({ ranges: fields.ranges }),
    reply: RangePreview,
  }),
  /** The newest versions, newest first. */
  versions: endpoint('GET', '/api/range-templates/:id/versions', {
    params: IdParams,
    reply: z.object({ data: z.array(RangeTemplateVersion) }),
  }),
}

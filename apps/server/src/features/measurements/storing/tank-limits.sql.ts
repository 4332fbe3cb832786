import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Limits } from '@dalyan/contracts/out-of-range'
import { sql } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'

// SQL text because it is a hot path: every batch of readings queries the version.

/** The limits of one tank, in the order of the metric registry; null: the metric has none. */
export type StoredLimits = readonly (Limits | null)[]

/** A number that grows whenever the limits of a tank may have changed. */
export async function readLimitsVersion({ query }: Pick<Connection, 'query'>): Promise<number> {
  const { rows } = await query<{ version: number }>(VERSION)
  return rows[0]?.version ?? 0
}

const VERSION = { name: 'limits_version', text: 'select version from limits_version' }

/** The current limits of tanks by their templates; a tank whose template is inactive or deleted has none. */
export async function readTankLimits(
  { db }: Pick<Connection, 'db'>,
  tankIds: readonly number[],
): Promise<Map<number, StoredLimits | null>> {
  const { rows } = await sql<{ id: number; lo: (number | null)[] | null; hi: (number | null)[] | null }>`
    select k.id, r.lo, r.hi from tanks k
    left join range_templates r on r.id = k.range_template_id and r.active and r.deleted_at is null
    where k.id = any(${tankIds}::int[])`.execute(db)
  return new Map(
    rows.map(({ id, lo, hi }) => {
      const limits = METRIC_KEYS.map((_, i) => ({ min: lo?.[i] ?? null, max: hi?.[i] ?? null }))
      return [id, lo && hi ? limits.map((one) => (one.min === null && one.max === null ? null : one)) : null]
    }),
  )
}

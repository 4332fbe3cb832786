import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { Connection } from '../../../core/database/database.ts'
import { rolledParts } from '../../../core/database/rolled-parts.ts'
import { SEEN } from '../terminal-connections.sql.ts'
import type { ValueBucket } from './stuck-values.rules.ts'

// SQL text: the terminals of a place are found through assignments and their latest readings.

/** A terminal of the same place and firm; `is_own`: the diagnosed one. */
export interface NeighbourRow {
  id: number
  place: string
  is_own: boolean
  last_seen_at: Instant | null
  interval_seconds: number | null
}

/** What only the diagnosis reads of a terminal. */
export interface LinkFacts {
  /** When its newest key was made. */
  key_made_at: Instant | null
  /** Start of its assignment to its tank, unless it was never on another one: then its first one reaches back. */
  moved_at: Instant | null
}

const MOST_NEIGHBOURS = 1_000

export function diagnosisRepository({ query }: Connection) {
  return {
    async linkFacts(terminalId: number): Promise<LinkFacts> {
      const { rows } = await query<LinkFacts>(
        `select (select max(created_at) from terminal_keys where terminal_id = $1) as key_made_at,
           (select a.from_at from terminal_assignments a where a.terminal_id = $1 and a.to_at is null and exists (
             select from terminal_assignments b where b.terminal_id = $1 and b.to_at is not null)) as moved_at`,
        [terminalId],
      )
      return rows[0] ?? { key_made_at: null, moved_at: null }
    },

    /** The metrics of a terminal with one and the same value in all of its roll-ups since a time. */
    async findUnchanged(terminalId: number, since: Instant): Promise<MetricKey[]> {
      const { rows } = await query<Record<MetricKey, boolean | null>>(
        `select ${METRIC_KEYS.map((m) => `min(${rolledParts(m).min}) = max(${rolledParts(m).max}) as ${m}`).join(', ')}
         from rollup_15m where terminal_id = $1 and bucket >= $2`,
        [terminalId, since],
      )
      return METRIC_KEYS.filter((metric) => rows[0]?.[metric])
    },

    /** The roll-ups of a metric of a terminal since a time, in order of time. */
    async findBuckets(terminalId: number, metric: MetricKey, since: Instant): Promise<ValueBucket[]> {
      const { min, max, n } = rolledParts(metric)
      const { rows } = await query<ValueBucket>(
        `select extract(epoch from bucket)::float8 * 1000 as "from", ${min} as least, ${max} as greatest
         from rollup_15m where terminal_id = $1 and bucket >= $2 and ${n} > 0 order by bucket`,
        [terminalId, since],
      )
      return rows
    },

    /** The active terminals at the place of this one and of the same firm, itself included; none when its tank names no place. */
    async findNeighbours(terminalId: number): Promise<NeighbourRow[]> {
      const { rows } = await query<NeighbourRow>(
        `select t.id, k.location as place, t.id = $1 as is_own, seen.last_seen_at,
           coalesce(t.expected_interval_seconds, p.usual_interval_seconds) as interval_seconds
         from terminal_assignments own join tanks home on home.id = own.tank_id and home.location <> ''
         join tanks k on k.location = home.location and k.firm_id is not distinct from home.firm_id and k.status <> 'deleted'
         join terminal_assignments a on a.tank_id = k.id and a.to_at is null
         join terminals t on t.id = a.terminal_id and t.kind = 'device' and t.status = 'active'
         left join terminal_presence p on p.terminal_id = t.id ${SEEN}
         where own.terminal_id = $1 and own.to_at is null limit ${MOST_NEIGHBOURS}`,
        [terminalId],
      )
      return rows
    },
  }
}

import type { Generated } from 'kysely'
import type { AlarmKind, AlarmState } from '@dalyan/contracts/alarm-words'
import type { Instant } from '@dalyan/contracts/instant'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Severity } from '@dalyan/contracts/range-templates'

/** What an alarm is about. */
export interface AlarmKey {
  tank_id: number
  /** Whose reading raised it, or who is silent; null: the tank has nobody who could deliver. */
  terminal_id: number | null
  metric: MetricKey | null
  kind: AlarmKind
}

/** An alarm as it is kept; `id` 0: not stored yet. */
export interface AlarmRow extends AlarmKey {
  id: number
  severity: Severity
  state: AlarmState
  value: number | null
  peak: number | null
  limit_value: number | null
  out_since: Instant
  raised_at: Instant
  last_at: Instant
  cleared_at: Instant | null
  closed_at: Instant | null
  acknowledged_at: Instant | null
  acknowledged_by: number | null
  /** The value for which it was acknowledged, and since when that acknowledgement runs. */
  ack_value: number | null
  ack_since: Instant | null
  note: string | null
  shelved_until: Instant | null
  shelve_reason: string | null
  occurrences: number
  chattering: boolean
  /** Instants of the last five occurrences, oldest first. */
  occurred_at: Instant[]
  /** When people were last to be told, and how grave it was then; null: never, it began while shelved. */
  told_at: Instant | null
  told_severity: Severity | null
}

/** What happens to an alarm in one transaction; `before` null: there was none for its key. */
export interface AlarmChange {
  before: AlarmRow | null
  after: AlarmRow
}

/** What the database fills in where it is left out. */
type Filled = 'id' | 'occurrences' | 'chattering' | 'told_severity'

/** Alarms and excursions (`migrations/0004_alarms.ts`). */
export interface AlarmTables {
  alarms: Omit<AlarmRow, Filled> & { [K in Filled]: Generated<AlarmRow[K]> } & {
    first_acknowledged_at: Generated<Instant | null>
  }
  /** When an alarm was out before it came back (`migrations/0022_alarm_history.ts`); `span` as PostgreSQL writes a range. */
  alarm_past_spans: Pick<AlarmKey, 'tank_id' | 'metric' | 'kind'> & { alarm_id: number; span: string }
  alarm_excursions: {
    terminal_id: number
    tank_id: number
    metric: MetricKey
    kind: 'low' | 'high'
    severity: Severity
    holds: boolean
    value: number
    peak: number
    out_since: Instant
    last_at: Instant
  }
  /** Grows with every change of limits (`migrations/0005_limits_version.ts`). */
  limits_version: { only_row: Generated<boolean>; version: number }
  silence_pauses: { from_at: Instant; to_at: Instant }
  silence_heartbeat: { only_row: Generated<boolean>; beat_at: Instant }
}

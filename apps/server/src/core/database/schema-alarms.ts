import type { Generated, GeneratedAlways } from 'kysely'
import type { AlarmKind, AlarmState, QualityKind, Severity } from '@dalyan/contracts/alarm-words'
import type { IncidentCause } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import type { MetricKey } from '@dalyan/contracts/metrics'

/** Identifies what an alarm is about. */
export interface AlarmKey {
  tank_id: number
  /** The terminal whose reading raised the alarm, or that is silent; null: the tank has no terminal that could deliver. */
  terminal_id: number | null
  metric: MetricKey | null
  kind: AlarmKind
}

/** An earlier occurrence of an alarm; the newest one is in the alarm's own row. */
export interface PastOccurrence {
  /** Counts from 1. */
  number: number
  severity: Severity
  value: number | null
  peak: number | null
  out_since: Instant
  raised_at: Instant
  cleared_at: Instant
  /** The newest acknowledgement of this occurrence, and when the first one was. */
  acknowledged_at: Instant | null
  acknowledged_by: number | null
  first_acknowledged_at: Instant | null
  note: string | null
}

/**
 * An alarm as stored; `id` 0: not stored yet. `limit_value`, `raised_at`, `peak` and shelving are the alarm's own; `value`, the other times, the
 * acknowledgement and `note` are those of its newest occurrence.
 */
export interface AlarmRow extends AlarmKey {
  id: number
  /** 0: not grouped yet; only incidents/group-occurrences changes it. */
  incident_id: number
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
  /** The valid acknowledgement; null where it must be given (again), or was given for an earlier occurrence. */
  acknowledged_at: Instant | null
  acknowledged_by: number | null
  /** The first acknowledgement of the newest occurrence, even if it is no longer valid. */
  first_acknowledged_at: Instant | null
  first_acknowledged_by: number | null
  /** The worst value of the newest occurrence; `peak` is the worst of all occurrences. */
  occurrence_peak: number | null
  /** The value at the acknowledgement, and since when that acknowledgement runs. */
  ack_value: number | null
  ack_since: Instant | null
  note: string | null
  shelved_until: Instant | null
  shelve_reason: string | null
  occurrences: number
  chattering: boolean
  /** Instants of the last five occurrences, oldest first. */
  occurred_at: Instant[]
  /** When its recipients were last notified, and the severity at that time; null: never, because it began while shelved. */
  notified_at: Instant | null
  notified_severity: Severity | null
  /** Occurrences that ended since the row was read; saved together with it. */
  past: readonly PastOccurrence[]
}

/** Columns that the database fills in when they are left out. */
type DefaultedColumn =
  | 'id'
  | 'occurrences'
  | 'chattering'
  | 'notified_severity'
  | 'occurrence_peak'
  | 'first_acknowledged_at'
  | 'first_acknowledged_by'

/** Alarms, incidents and excursions. */
export interface AlarmTables {
  alarms: Omit<AlarmRow, DefaultedColumn | 'past'> & { [K in DefaultedColumn]: Generated<AlarmRow[K]> } & {
    /** The last element of `occurred_at`. */
    occurrence_raised_at: GeneratedAlways<Instant>
  }
  /** Alarms with one likely cause. */
  incidents: {
    id: GeneratedAlways<number>
    cause: IncidentCause | null
    started_at: Instant
    /** When its current occurrence began: its first alarm after a time in which none was active. */
    occurred_at: Instant
  }
  /** All but the newest occurrence of each alarm. */
  alarm_occurrences: PastOccurrence & Pick<AlarmKey, 'tank_id' | 'metric' | 'kind'> & { alarm_id: number }
  alarm_excursions: {
    terminal_id: number
    tank_id: number
    metric: MetricKey
    kind: 'low' | 'high' | QualityKind
    severity: Severity
    holds: boolean
    /** The newest value out, and the worst one. */
    value: number
    peak: number
    out_since: Instant
    last_at: Instant
    /** How many values out in a row, the first one included. */
    readings: number
  }
  /** Grows with every change of limits. */
  limits_version: { only_row: Generated<boolean>; version: number }
  /** The times in which the server, or its database, was down. */
  silence_pauses: { from_at: Instant; to_at: Instant }
  silence_heartbeat: { only_row: Generated<boolean>; beat_at: Instant }
}

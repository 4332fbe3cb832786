import type { KeyMap, NameRule } from '@dalyan/contracts/diagnosis'
import type { QualityRules } from '@dalyan/contracts/quality-rules'
import type { TerminalStatus } from '@dalyan/contracts/terminals'

/** An assignment to a tank; times are epoch milliseconds, `to` null: current. */
export interface Assignment {
  tank_id: number
  from: number
  to: number | null
}

/** The fields of a terminal that the ingest needs. */
export interface KnownTerminal {
  id: number
  code: string
  /** Its LoRaWAN address; null: it has none, or its code is its address. */
  device_eui: string | null
  status: TerminalStatus
  expected_interval_seconds: number | null
  offline_after_seconds: number | null
  /** SHA-256 of its keys; `expires` is epoch milliseconds, null: never. */
  keys: readonly { hash: Buffer; expires: number | null }[]
  /** Its newest keys that were removed. They admit nobody; they only name the fault of a device that still uses one. */
  former_keys: readonly { hash: Buffer; revoked: boolean }[]
  /** The device's own names for metrics, mapped by itself or its profile; null: none. */
  key_map: ReadonlyMap<string, NameRule> | null
  /** The part of these that it maps itself; null: none. */
  own_key_map: KeyMap | null
  key_profile_id: number | null
  /** How its values are tested, by its profile; null: as usual. */
  quality: QualityRules | null
  /** Oldest first. */
  assignments: readonly Assignment[]
}

/** The names of a terminal; one that it maps itself goes before that of its profile. */
export function keyMapOf(
  own: KeyMap | null,
  profile: ReadonlyMap<string, NameRule> | undefined,
): ReadonlyMap<string, NameRule> | null {
  if (!own) return profile ?? null
  return new Map([...(profile ?? []), ...Object.entries(own)])
}

/** The tank at an instant. The first assignment also covers the time before it. */
export function tankAt(assignments: readonly Assignment[], at: number): number | null {
  const last = assignments.at(-1)
  if (!last) return null
  if (at >= last.from) return last.to === null || at < last.to ? last.tank_id : null
  const first = assignments[0]
  if (first && at < first.from) return first.tank_id
  const then = assignments.findLast(({ from }) => from <= at)
  return then && (then.to === null || at < then.to) ? then.tank_id : null
}

/** The tank of a reading; null while the terminal is suspended (maintenance, calibration). */
export function tankOfReading({ status, assignments }: KnownTerminal, at: number): number | null {
  return status === 'suspended' ? null : tankAt(assignments, at)
}

/** Whether its readings are stored. */
export function mayDeliver(status: TerminalStatus): boolean {
  return status === 'active' || status === 'suspended'
}

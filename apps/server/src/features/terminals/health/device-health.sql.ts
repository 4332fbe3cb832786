import type { DeviceHealth, HealthHistory } from '@dalyan/contracts/device-health'
import { HEALTH_BOUNDS } from '@dalyan/contracts/health-words'
import type { Instant } from '@dalyan/contracts/instant'
import type { Connection } from '../../../core/database/database.ts'

// SQL text: one statement over arrays saves many terminals.

export interface SavedHealth {
  terminal_id: number
  health: DeviceHealth
}

const NUMBERS = Object.keys(HEALTH_BOUNDS)
const allNumbers = (line: (name: string) => string) => NUMBERS.map(line).join(', ')
const AT = (name: string) => `(g.health #>> '{${name},at}')::timestamptz`
/** SQL: a number, if it arrived in the hour of the newest one. */
const IN_HOUR = (name: string) =>
  `case when date_trunc('hour', ${AT(name)}) = g.hour then (g.health #>> '{${name},value}')::real end as ${name}`

export function deviceHealthRepository({ query }: Connection) {
  return {
    async load(): Promise<SavedHealth[]> {
      return (await query<SavedHealth>(`select terminal_id, health from terminal_health`)).rows
    },

    /** Skips terminals that no longer exist. */
    async save(healths: readonly SavedHealth[]): Promise<void> {
      // In order of the key, so that two servers cannot block each other.
      const rows = healths.toSorted((a, b) => a.terminal_id - b.terminal_id)
      await query(
        `with given as materialized (
           select g.*, date_trunc('hour', greatest(${allNumbers(AT)})) as hour
           from jsonb_to_recordset($1::jsonb) as g(terminal_id int, health jsonb) join terminals t on t.id = g.terminal_id order by g.terminal_id
         ), hours as (
           insert into terminal_health_hours as h (terminal_id, hour, ${allNumbers((name) => name)})
           select g.terminal_id, g.hour, ${allNumbers(IN_HOUR)} from given g where g.hour is not null
           on conflict (terminal_id, hour) do update set ${allNumbers((name) => `${name} = coalesce(excluded.${name}, h.${name})`)}
         )
         insert into terminal_health (terminal_id, health) select terminal_id, health from given
         on conflict (terminal_id) do update set health = excluded.health`,
        [JSON.stringify(rows)],
      )
    },

    async listHours(terminalId: number, from: Instant): Promise<HealthHistory['hours']> {
      const { rows } = await query<HealthHistory['hours'][number]>(
        `select hour as at, battery, rssi, snr from terminal_health_hours where terminal_id = $1 and hour >= $2 order by hour`,
        [terminalId, from],
      )
      return rows
    },

    async removeHoursBefore(before: Instant): Promise<void> {
      await query('delete from terminal_health_hours where hour < $1', [before])
    },
  }
}

export type DeviceHealthRepository = typeof deviceHealthRepository

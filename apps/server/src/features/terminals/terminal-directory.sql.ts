import type { KeyMap } from '@dalyan/contracts/diagnosis'
import type { Connection } from '../../core/database/database.ts'
import { keyMapOf, type KnownTerminal } from './terminal-directory.rules.ts'

// SQL text: one statement with several parts reads the directory after each change, and another one looks for changes every few seconds.

/** Settings of the installation that the ingest needs. */
export interface IngestSettings {
  /** Writes each message to its terminal's log. */
  logsEveryMessage: boolean
  /** Until when many unknown terminals may ask for admission; epoch milliseconds, 0: closed. */
  enrolmentUntil: number
}

interface DirectoryRow {
  id: number
  code: string
  device_eui: string | null
  status: KnownTerminal['status']
  expected_interval_seconds: number | null
  offline_after_seconds: number | null
  keys: { hash: string; expires: number | null }[]
  former_keys: { hash: string; revoked: boolean }[]
  own_key_map: KeyMap | null
  key_profile_id: number | null
  assignments: KnownTerminal['assignments']
}

const WAITING_DAYS = 7
/** A device that showed a key and was never admitted or put on a tank. */
const WAITS = `t.status = 'unauthorized' and t.first_try_at is not null and t.last_modified_by is null
  and not exists (select from terminal_assignments a where a.terminal_id = t.id)`

/** SQL: the number of rows and a hash of them all, in any order. Rows are hashed as they are, because texts of them would take half as long again. */
const hashOf = (table: string, columns: string) =>
  `(select count(*) || '/' || coalesce(bit_xor(hash_record_extended(row(${columns}), 0)), 0) from ${table})`

const FINGERPRINT = `select concat_ws(' ',
  ${hashOf('terminals', 'id, code, device_eui, status, expected_interval_seconds, offline_after_seconds, key_map, key_profile_id')},
  ${hashOf('key_profiles', 'id, map, quality')},
  ${hashOf('terminal_keys', 'terminal_id, hash, expires_at')},
  ${hashOf('terminal_assignments', 'terminal_id, tank_id, from_at, to_at')}) as print`

/** Reads the directory, and writes the list of unknown terminals that wait for admission. */
export function terminalDirectoryRepository({ db, query }: Connection) {
  return {
    /** A text that changes with the data that `load` reads, and is much cheaper to query. */
    async fingerprint(): Promise<string> {
      const { rows } = await query<{ print: string }>(FINGERPRINT)
      return rows[0]?.print ?? ''
    },

    /** All devices, or those with these ids; deleted ones too, so that they are refused as such. */
    async load(ids: readonly number[] | null): Promise<KnownTerminal[]> {
      const { rows } = await query<DirectoryRow>(
        `select t.id, t.code, t.device_eui, t.status, t.expected_interval_seconds, t.offline_after_seconds, t.key_map as own_key_map, t.key_profile_id,
         coalesce((select json_agg(json_build_object('hash', encode(k.hash, 'hex'), 'expires', (extract(epoch from k.expires_at) * 1000)::bigint))
           from terminal_keys k where k.terminal_id = t.id), '[]') as keys,
         coalesce((select json_agg(json_build_object('hash', encode(f.hash, 'hex'), 'revoked', f.revoked))
           from terminal_former_keys f where f.terminal_id = t.id), '[]') as former_keys,
         coalesce((select json_agg(json_build_object('tank_id', a.tank_id, 'from', (extract(epoch from a.from_at) * 1000)::bigint,
           'to', (extract(epoch from a.to_at) * 1000)::bigint) order by a.from_at)
           from terminal_assignments a where a.terminal_id = t.id), '[]') as assignments
       from terminals t where t.kind = 'device' and ($1::int[] is null or t.id = any($1))`,
        [ids],
      )
      const profiles = await db.selectFrom('key_profiles').select(['id', 'map', 'quality']).execute()
      // Terminals without names of their own share the map of their profile.
      const maps = new Map(profiles.map(({ id, map }) => [id, new Map(Object.entries(map))]))
      const rules = new Map(profiles.map(({ id, quality }) => [id, quality]))
      return rows.map((row) => ({
        ...row,
        keys: row.keys.map(({ hash, expires }) => ({ hash: Buffer.from(hash, 'hex'), expires })),
        key_map: keyMapOf(row.own_key_map, maps.get(row.key_profile_id ?? 0)),
        quality: rules.get(row.key_profile_id ?? 0) ?? null,
        former_keys: row.former_keys.map(({ hash, revoked }) => ({ hash: Buffer.from(hash, 'hex'), revoked })),
      }))
    },

    async settings(): Promise<IngestSettings> {
      const rows = await db
        .selectFrom('settings')
        .select(['key', 'value'])
        .where('key', 'in', ['iot_comm_logging', 'enrolment_until'])
        .execute()
      const values = new Map(rows.map(({ key, value }) => [key, value]))
      const until = values.get('enrolment_until')
      return {
        logsEveryMessage: values.get('iot_comm_logging') === true,
        enrolmentUntil: typeof until === 'string' ? Date.parse(until) || 0 : 0,
      }
    },

    /** The waiting terminals, the longest without a try first. */
    async findWaiting(): Promise<{ id: number; ip_address: string | null }[]> {
      const { rows } = await query<{ id: number; ip_address: string | null }>(
        `select t.id, t.ip_address from terminals t where ${WAITS} order by t.last_try_at, t.id`,
      )
      return rows
    },

    /**
     * Adds an unknown terminal to the waiting list, unless its code is in use, and then removes the waiting terminal `instead`. One that a LoRaWAN
     * network server delivers has an address and no key; it takes the place of a device that waits under the same code with a key of its own.
     * @returns its id, or null when it was not added.
     */
    async insertWaiting(entry: {
      code: string
      hash: Buffer | null
      device_eui: string | null
      address: string
      instead: number | null
    }): Promise<number | null> {
      if (entry.device_eui !== null)
        await query(`delete from terminals t where t.code = $1 and t.device_eui is null and ${WAITS}`, [entry.code])
      const { rows } = await query<{ id: number }>(
        `with added as (
         insert into terminals (code, status, ip_address, device_eui, first_try_at, last_try_at)
         values ($1, 'unauthorized', $2, $5, now(), now())
         on conflict do nothing returning id),
       displaced as (delete from terminals t where t.id = $4 and ${WAITS} and exists (select from added)),
       keyed as (insert into terminal_keys (terminal_id, hash) select id, $3 from added where $3::bytea is not null)
       select id from added`,
        [entry.code, entry.address, entry.hash, entry.instead, entry.device_eui],
      )
      return rows[0]?.id ?? null
    },

    /** @returns the ids of the removed terminals. */
    async removeWaiting(): Promise<number[]> {
      const { rows } = await query<{ id: number }>(`delete from terminals t where ${WAITS} returning t.id`)
      return rows.map(({ id }) => id)
    },

    async touchWaiting(ids: readonly number[]): Promise<void> {
      await query(`update terminals set last_try_at = now() where id = any($1) and status = 'unauthorized'`, [ids])
    },

    /** Removes terminals that have waited for a week. */
    async removeForgottenWaiting(): Promise<void> {
      await query(`delete from terminals t where ${WAITS} and t.first_try_at < now() - interval '${WAITING_DAYS} days'`)
    },
  }
}

import type { Instant } from '@dalyan/contracts/instant'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import type { TerminalColumns } from './terminals.repository.ts'

// SQL text: one statement over arrays turns many waiting devices into terminals.

interface NewTerminalRow {
  id: number
  code: string
}

/** A device that waits for admission and was never admitted: it blocks no code (docs/behaviour/terminals.md). */
const WAITS = sql`status = 'unauthorized' and last_modified_by is null`

/** Inserts one or many new terminals. */
export function newTerminalsRepository({ db }: Pick<Connection, 'db'>) {
  return {
    /** Those of the codes that a new terminal may not have. */
    async findTakenCodes(codes: readonly string[]): Promise<Set<string>> {
      const { rows } = await sql<{ code: string }>`
        select code from terminals where code = any(${[...codes]}::text[]) and status <> 'deleted' and not (${WAITS})`.execute(
        db,
      )
      return new Set(rows.map(({ code }) => code))
    },

    /** Those of the LoRaWAN addresses that a new terminal may not have. */
    async findTakenEuis(euis: readonly string[]): Promise<Set<string>> {
      if (euis.length === 0) return new Set()
      const { rows } = await sql<{ device_eui: string }>`
        select device_eui from terminals where device_eui = any(${[...euis]}::text[]) and status <> 'deleted' and not (${WAITS})`.execute(
        db,
      )
      return new Set(rows.map(({ device_eui }) => device_eui))
    },

    /** Removes the devices that wait under these addresses, but not those that become the terminals with these codes. */
    async removeWaitingEuis(euis: readonly string[], codes: readonly string[]): Promise<void> {
      if (euis.length === 0) return
      await sql`delete from terminals where device_eui = any(${[...euis]}::text[]) and ${WAITS}
        and not (code = any(${[...codes]}::text[]))`.execute(db)
    },

    /** Turns devices that wait under these codes into terminals and deletes their own keys. */
    async replaceWaiting(terminals: readonly TerminalColumns[], by: number, at: Instant): Promise<NewTerminalRow[]> {
      const { rows } = await sql<NewTerminalRow>`
        update terminals t set status = n.status, ip_address = n.ip_address,
          device_eui = coalesce(n.device_eui, t.device_eui), expected_interval_seconds = n.expected_interval_seconds,
          offline_after_seconds = n.offline_after_seconds, suspended_until = n.suspended_until, key_profile_id = n.key_profile_id, first_try_at = null, last_try_at = null,
          last_modified_by = ${by}, created_at = ${at}, updated_at = ${at}
        from unnest(${terminals.map(({ code }) => code)}::text[], ${terminals.map(({ status }) => status)}::text[],
          ${terminals.map(({ ip_address }) => ip_address)}::text[],
          ${terminals.map(({ expected_interval_seconds }) => expected_interval_seconds)}::int[],
          ${terminals.map(({ offline_after_seconds }) => offline_after_seconds)}::int[],
          ${terminals.map(({ suspended_until }) => suspended_until)}::timestamptz[],
          ${terminals.map(({ key_profile_id }) => key_profile_id)}::int[],
          ${terminals.map(({ device_eui }) => device_eui)}::text[])
          as n(code, status, ip_address, expected_interval_seconds, offline_after_seconds, suspended_until, key_profile_id, device_eui)
        where t.code = n.code and t.status = 'unauthorized' and t.last_modified_by is null
        returning t.id, t.code`.execute(db)
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await db.deleteFrom('terminal_keys').where('terminal_id', 'in', ids).execute()
      return rows
    },

    /** Omits terminals whose code another live terminal has. */
    async insertMany(terminals: readonly TerminalColumns[], by: number, at: Instant): Promise<NewTerminalRow[]> {
      if (terminals.length === 0) return []
      return db
        .insertInto('terminals')
        .values(terminals.map((columns) => ({ ...columns, last_modified_by: by, created_at: at, updated_at: at })))
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'code'])
        .execute()
    },

    async insertKeys(keys: readonly { terminal_id: number; hash: Buffer }[], at: Instant): Promise<void> {
      await db
        .insertInto('terminal_keys')
        .values(keys.map((key) => ({ ...key, created_at: at })))
        .execute()
    },
  }
}

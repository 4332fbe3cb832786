import type { Connection } from '../../core/database/database.ts'

// SQL text: one statement over arrays saves many terminals.

/** What the database stores about a terminal's traffic. Times are epoch milliseconds. */
export interface RememberedPresence {
  terminal_id: number
  gap_seconds: number[]
  unknown_keys: Record<string, unknown>
  /** Arrival of its last stored reading; null: none. */
  last_seen: number | null
}

/** What traffic has shown since the last save. */
export interface LearnedPresence {
  terminal_id: number
  gap_seconds: readonly number[]
  usual_interval_seconds: number | null
  /** Added to the stored count. */
  refused: number
  unknown_keys: Record<string, unknown>
  address: string | null
}

export function terminalPresenceRepository({ query }: Connection) {
  return {
    async load(): Promise<RememberedPresence[]> {
      const { rows } = await query<RememberedPresence>(`
      select t.id as terminal_id, coalesce(p.gap_seconds, '{}') as gap_seconds, coalesce(p.unknown_keys, '{}') as unknown_keys,
        (select (extract(epoch from max(l.received_at)) * 1000)::bigint from latest l where l.terminal_id = t.id) as last_seen
      from terminals t left join terminal_presence p on p.terminal_id = t.id where t.kind = 'device'`)
      return rows
    },

    /** Never raises a version: only edits by users do. Skips deleted terminals. */
    async save(learned: readonly LearnedPresence[]): Promise<void> {
      // In order of the key, so that two servers cannot block each other.
      const rows = JSON.stringify(learned.toSorted((a, b) => a.terminal_id - b.terminal_id))
      await query(
        `with learned as (
         select * from jsonb_to_recordset($1::jsonb) as r(terminal_id int, gap_seconds real[], usual_interval_seconds real,
           refused bigint, unknown_keys jsonb, address text)
       ), addressed as (
         update terminals t set ip_address = l.address from learned l
         where t.id = l.terminal_id and l.address is not null and t.ip_address is distinct from l.address
       )
       insert into terminal_presence as p (terminal_id, gap_seconds, usual_interval_seconds, refused_count, unknown_keys)
       select l.terminal_id, l.gap_seconds, l.usual_interval_seconds, l.refused, l.unknown_keys
       from learned l join terminals t on t.id = l.terminal_id order by l.terminal_id
       on conflict (terminal_id) do update set gap_seconds = excluded.gap_seconds, usual_interval_seconds = excluded.usual_interval_seconds,
         refused_count = p.refused_count + excluded.refused_count, unknown_keys = excluded.unknown_keys`,
        [rows],
      )
    },
  }
}

export type TerminalPresenceRepository = typeof terminalPresenceRepository

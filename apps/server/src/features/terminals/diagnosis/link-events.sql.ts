import type { Connection } from '../../../core/database/database.ts'
import type { LinkEventKind } from './diagnosis.rules.ts'

// SQL text: one statement over arrays saves the events of many terminals.

/** The last run of one kind of event of a terminal. Times are epoch milliseconds. */
export interface SavedLinkEvent {
  terminal_id: number
  kind: LinkEventKind
  first_at: number
  last_at: number
  count: number
  detail: Record<string, string>
}

export function linkEventsRepository({ query }: Connection) {
  return {
    async load(): Promise<SavedLinkEvent[]> {
      const { rows } = await query<SavedLinkEvent>(`
      select terminal_id, kind, (extract(epoch from first_at) * 1000)::bigint as first_at,
        (extract(epoch from last_at) * 1000)::bigint as last_at, count, detail
      from terminal_link_events`)
      return rows
    },

    /** Skips terminals that no longer exist. */
    async save(events: readonly SavedLinkEvent[]): Promise<void> {
      // In order of the key, so that two servers cannot block each other.
      const rows = events.toSorted((a, b) => a.terminal_id - b.terminal_id || (a.kind < b.kind ? -1 : 1))
      await query(
        `insert into terminal_link_events (terminal_id, kind, first_at, last_at, count, detail)
         select e.terminal_id, e.kind, to_timestamp(e.first_at / 1000.0), to_timestamp(e.last_at / 1000.0), e.count, e.detail
         from jsonb_to_recordset($1::jsonb) as e(terminal_id int, kind text, first_at bigint, last_at bigint, count bigint, detail jsonb)
         join terminals t on t.id = e.terminal_id
         on conflict (terminal_id, kind) do update
         set first_at = excluded.first_at, last_at = excluded.last_at, count = excluded.count, detail = excluded.detail`,
        [JSON.stringify(rows)],
      )
    },
  }
}

export type LinkEventsRepository = typeof linkEventsRepository

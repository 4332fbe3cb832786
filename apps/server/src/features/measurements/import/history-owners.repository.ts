import { sql } from 'kysely'
import type { Database } from '../../../core/database/database.ts'

export interface OwnerTerminal {
  id: number
  /** Oldest first; epoch milliseconds. */
  assignments: { tank_id: number; from: number; to: number | null }[]
}

/** Finds the terminals and tanks of the codes in a file. */
export function historyOwners({ db }: Database) {
  return {
    async terminals(codes: readonly string[]): Promise<Map<string, OwnerTerminal>> {
      const rows = await db
        .selectFrom('terminals')
        .leftJoin('terminal_assignments as a', 'a.terminal_id', 'terminals.id')
        .select(['terminals.id', 'terminals.code', 'a.tank_id', 'a.from_at', 'a.to_at'])
        .where(sql<boolean>`terminals.code = any(${codes}::text[])`)
        .where('terminals.kind', '=', 'device')
        .where('terminals.status', '<>', 'deleted')
        .orderBy('a.from_at')
        .execute()
      const found = new Map<string, OwnerTerminal>()
      for (const { id, code, tank_id, from_at, to_at } of rows) {
        const terminal = found.get(code) ?? { id, assignments: [] }
        if (tank_id !== null && from_at !== null) {
          terminal.assignments.push({
            tank_id,
            from: Date.parse(from_at),
            to: to_at === null ? null : Date.parse(to_at),
          })
        }
        found.set(code, terminal)
      }
      return found
    },

    async tanks(codes: readonly string[]): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('tanks')
        .select(['id', 'code'])
        .where(sql<boolean>`code = any(${codes}::text[])`)
        .where('status', '<>', 'deleted')
        .execute()
      return new Map(rows.map(({ id, code }) => [code, id]))
    },

    /** Creates inactive terminals that cannot connect, since they have no key. */
    async createTerminals(codes: readonly string[]): Promise<void> {
      if (codes.length === 0) return
      await db
        .insertInto('terminals')
        .values(codes.map((code) => ({ code, status: 'inactive' as const })))
        .execute()
    },
  }
}

import type { Instant } from '@dalyan/contracts/instant'
import type { TankTerminal } from '@dalyan/contracts/tanks'
import type { TerminalStatus } from '@dalyan/contracts/terminals'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { runPrepared } from '../../core/database/prepared.ts'
import { lockUntilCommit } from '../../core/database/lock-until-commit.ts'
import { connectionOf, staleAfterSeconds } from './silence-limit.rules.ts'

// SQL text: one statement reads a page of tanks, and one over arrays moves many terminals.

/** A terminal and the tank that it is on now. */
export interface Assigned {
  id: number
  code: string
  status: TerminalStatus
  tank: { id: number; code: string } | null
}

const SELECT = sql.raw(`select t.id, t.code, t.status,
case when k.id is not null then json_build_object('id', k.id, 'code', k.code) end as tank
from terminals t left join terminal_assignments a on a.terminal_id = t.id and a.to_at is null left join tanks k on k.id = a.tank_id`)

/** The assignments of terminals to tanks, with dates. */
export function assignmentsRepository({ db, query }: Pick<Connection, 'db' | 'query'>) {
  return {
    /** Until the end of the transaction no other one moves a terminal or bases a decision on an assignment. */
    lock: (): Promise<void> => lockUntilCommit({ db }, 'assignments'),

    /** The terminals with these ids that are not deleted. */
    async findByIds(ids: readonly number[]): Promise<Assigned[]> {
      if (ids.length === 0) return []
      const { rows } = await sql<Assigned>`${SELECT}
        where t.id = any(${[...ids]}::int[]) and t.kind = 'device' and t.status <> 'deleted' order by t.id`.execute(db)
      return rows
    },

    /** Terminals that are not deleted, by code. */
    async findByCodes(codes: readonly string[]): Promise<Map<string, Assigned>> {
      if (codes.length === 0) return new Map()
      const { rows } = await sql<Assigned>`${SELECT}
        where t.code = any(${[...codes]}::text[]) and t.kind = 'device' and t.status <> 'deleted'`.execute(db)
      return new Map(rows.map((terminal) => [terminal.code, terminal]))
    },

    async findOnTank(tankId: number): Promise<Assigned[]> {
      const { rows } =
        await sql<Assigned>`${SELECT} where a.tank_id = ${tankId} and t.kind = 'device' order by t.id`.execute(db)
      return rows
    },

    /** The terminals that tanks show, in one query for a page of tanks. */
    async findShownOnTanks(tankIds: readonly number[], now: Instant): Promise<Map<number, TankTerminal[]>> {
      if (tankIds.length === 0) return new Map()
      type TankTerminalRow = Pick<TankTerminal, 'id' | 'code' | 'status' | 'last_seen_at' | 'conductivity'> & {
        tank_id: number
        interval: number | null
        offline_after: number | null
      }
      const statement = sql<TankTerminalRow>`
        select a.tank_id, t.id, t.code, t.status, coalesce(t.expected_interval_seconds, p.usual_interval_seconds) as interval,
          t.offline_after_seconds as offline_after, seen.last_seen_at, f.quality->>'conductivity' as conductivity
        from terminal_assignments a join terminals t on t.id = a.terminal_id left join terminal_presence p on p.terminal_id = t.id
        left join key_profiles f on f.id = t.key_profile_id
        left join lateral (select max(l.received_at) as last_seen_at from latest l where l.terminal_id = t.id) seen on true
        where a.tank_id = any(${[...tankIds]}::int[]) and a.to_at is null and t.kind = 'device' and t.status <> 'deleted'
        order by t.code`
      const rows = await runPrepared({ db, query }, statement)
      const byTank = new Map<number, TankTerminal[]>()
      for (const { tank_id, interval, offline_after, ...row } of rows) {
        const age = row.last_seen_at === null ? null : (Date.parse(now) - Date.parse(row.last_seen_at)) / 1000
        const shown = {
          ...row,
          connection: connectionOf(age, interval, offline_after),
          stale_after_seconds: staleAfterSeconds(interval),
        }
        byTank.set(tank_id, [...(byTank.get(tank_id) ?? []), shown])
      }
      return byTank
    },

    /** Ends the current assignments of the terminals and begins the new ones (null: none). Earlier readings keep their tank. */
    async move(moves: readonly { terminal_id: number; tank_id: number | null }[], at: Instant): Promise<void> {
      if (moves.length === 0) return
      const ids = moves.map(({ terminal_id }) => terminal_id)
      // Deletes assignments that began at this instant, or later because the clock was set back.
      await sql`delete from terminal_assignments
        where terminal_id = any(${ids}::int[]) and to_at is null and from_at >= ${at}::timestamptz`.execute(db)
      await sql`update terminal_assignments set to_at = ${at} where terminal_id = any(${ids}::int[]) and to_at is null`.execute(
        db,
      )
      await sql`insert into terminal_assignments (terminal_id, tank_id, from_at)
        select m.terminal_id, m.tank_id, greatest(${at}::timestamptz, max(a.to_at))
        from unnest(${ids}::int[], ${moves.map(({ tank_id }) => tank_id)}::int[]) as m(terminal_id, tank_id)
        left join terminal_assignments a on a.terminal_id = m.terminal_id
        where m.tank_id is not null group by m.terminal_id, m.tank_id`.execute(db)
    },
  }
}

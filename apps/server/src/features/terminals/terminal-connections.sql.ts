import type { DashboardStats, SilentTerminal } from '@dalyan/contracts/dashboard'
import type { Instant } from '@dalyan/contracts/instant'
import type { TerminalConnection } from '@dalyan/contracts/terminals'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { OFFLINE_AFTER, STALE_AFTER, type SilenceLimit } from './silence-limit.rules.ts'

// SQL text: the states of `silence-limit.rules.ts` are expressions that lists and the dashboard put into their own statements.

/** SQL: the seconds of a limit by the interval of terminal `t` with presence `p`. */
function secondsOf({ intervals, leastSeconds, unknownSeconds }: SilenceLimit): RawBuilder<number> {
  const interval = 'coalesce(t.expected_interval_seconds, p.usual_interval_seconds)'
  return sql.raw(`greatest(coalesce(${intervals} * ${interval}, ${unknownSeconds}), ${leastSeconds})`)
}

/** `connectionOf` of `silence-limit.rules.ts` in SQL, over terminals `t`, their presence `p` and `seen`. */
function states(now: Instant): Record<TerminalConnection, RawBuilder<SqlBool>> {
  const offlineAfter = sql`coalesce(t.offline_after_seconds, ${secondsOf(OFFLINE_AFTER)})`
  const offline = sql`${now}::timestamptz - make_interval(secs => ${offlineAfter})`
  const stale = sql`${now}::timestamptz - make_interval(secs => ${secondsOf(STALE_AFTER)})`
  return {
    online: sql`(seen.last_seen_at >= ${stale} and seen.last_seen_at >= ${offline})`,
    stale: sql`(seen.last_seen_at < ${stale} and seen.last_seen_at >= ${offline})`,
    offline: sql`seen.last_seen_at < ${offline}`,
    never: sql`seen.last_seen_at is null`,
  }
}

/** Whether a terminal has one of these connection states. */
export function isConnected(words: readonly TerminalConnection[], now: Instant): RawBuilder<SqlBool> {
  const is = states(now)
  return sql`(${sql.join(
    words.map((word) => is[word]),
    sql` or `,
  )})`
}

/** The connection state of a terminal. */
function connectionAt(now: Instant): RawBuilder<TerminalConnection> {
  const is = states(now)
  return sql`case when ${is.online} then 'online' when ${is.stale} then 'stale' when ${is.offline} then 'offline' else 'never' end`
}

/** When a terminal was last seen; only stored readings count. For the few terminals of a page. */
export const SEEN =
  'left join lateral (select max(l.received_at) as last_seen_at from latest l where l.terminal_id = t.id) seen on true'

/** The same for statements that need all terminals. */
export const ALL_SEEN =
  'left join (select terminal_id, max(received_at) as last_seen_at from latest group by terminal_id) seen on seen.terminal_id = t.id'

const ACTIVE = sql`terminals t left join terminal_presence p on p.terminal_id = t.id ${sql.raw(ALL_SEEN)}`
const IS_ACTIVE = sql`t.kind = 'device' and t.status = 'active'`

/** The connection states of the terminals that should report. */
export function terminalConnections({ db }: Pick<Connection, 'db'>) {
  return {
    async count(now: Instant): Promise<DashboardStats['connections']> {
      const { rows } = await sql<{ word: TerminalConnection; n: number }>`
        select ${connectionAt(now)} as word, count(*) as n from ${ACTIVE} where ${IS_ACTIVE} group by 1`.execute(db)
      const counts = { online: 0, stale: 0, offline: 0, never: 0, total: 0 }
      for (const { word, n } of rows) {
        counts[word] = n
        counts.total += n
      }
      return counts
    },

    /** Offline terminals, the longest silent first. */
    async silent(now: Instant): Promise<SilentTerminal[]> {
      const { rows } = await sql<SilentTerminal>`
        select t.id, t.code, seen.last_seen_at,
          case when k.id is not null then json_build_object('id', k.id, 'code', k.code, 'name', k.name) end as tank,
          floor(extract(epoch from ${now}::timestamptz - seen.last_seen_at))::int as silent_seconds
        from ${ACTIVE} left join terminal_assignments a on a.terminal_id = t.id and a.to_at is null left join tanks k on k.id = a.tank_id
        where ${IS_ACTIVE} and ${isConnected(['offline'], now)} order by seen.last_seen_at, t.code limit 1000`.execute(
        db,
      )
      return rows
    },
  }
}

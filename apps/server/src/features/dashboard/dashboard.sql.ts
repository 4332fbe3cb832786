import type { DashboardStats, DashboardSummary } from '@dalyan/contracts/dashboard'
import { FIRM_STATUSES } from '@dalyan/contracts/firms'
import type { Instant } from '@dalyan/contracts/instant'
import { ORDER_STATUSES } from '@dalyan/contracts/orders'
import { ROLE_NAMES } from '@dalyan/contracts/permissions'
import { SEVERITIES } from '@dalyan/contracts/alarm-words'
import { TANK_STATUSES } from '@dalyan/contracts/tanks'
import { TERMINAL_STATUSES } from '@dalyan/contracts/terminals'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'

// SQL text because one statement counts over many tables.

interface CountRow {
  of: string
  word: string
  n: number
}

type EntityCounts = Pick<DashboardStats, 'tanks' | 'iots' | 'users' | 'firms' | 'range_templates' | 'orders' | 'alarms'>
type Severities = Record<(typeof SEVERITIES)[number] | 'total', number>

/** The count of each word, zero where there is none; `total` excludes deleted ones. */
function countsOf<const W extends readonly string[]>(counted: readonly CountRow[], of: string, words: W) {
  const found = new Map(counted.filter((one) => one.of === of).map(({ word, n }) => [word, n]))
  const each = Object.fromEntries(words.map((word) => [word, found.get(word) ?? 0])) as Record<W[number], number>
  const total = words.reduce((sum, word) => sum + (word === 'deleted' ? 0 : (found.get(word) ?? 0)), 0)
  return { ...each, total }
}

/** Figures over all records, for administrators. */
export function dashboardRepository({ db }: Pick<Connection, 'db'>) {
  return {
    /** Counts every entity by status, and open alarms. */
    async countEntities(now: Instant): Promise<EntityCounts> {
      const isShelved = sql`coalesce(shelved_until > ${now}, false)`
      const { rows } = await sql<CountRow>`
        with live as not materialized (
          select a.severity, a.state, a.shelved_until, a.closed_at from alarms a join tanks k on k.id = a.tank_id and k.status <> 'deleted')
        select 'tanks' as of, status as word, count(*) as n from tanks group by status
        union all select 'iots', status, count(*) from terminals where kind = 'device' group by status
        union all select 'firms', status, count(*) from firms group by status
        union all select 'range_templates', case when active then 'active' else 'inactive' end, count(*)
          from range_templates where deleted_at is null group by 2
        union all select 'orders', status, count(*) from orders group by status
        union all select 'roles', r.role, count(*) from user_roles r join users u on u.id = r.user_id and u.deleted_at is null group by r.role
        union all select 'users', 'total', count(*) from users where deleted_at is null
        union all select 'alarms', case when ${isShelved} then 'shelved' else severity end, count(*)
          from live where closed_at is null group by 2
        union all select 'unacknowledged', 'total', count(*)
          from live where closed_at is null and state in ('active_unack', 'rtn_unack') and not ${isShelved}`.execute(db)
      const one = (of: string, word: string) => rows.find((row) => row.of === of && row.word === word)?.n ?? 0
      return {
        tanks: countsOf(rows, 'tanks', TANK_STATUSES),
        iots: countsOf(rows, 'iots', TERMINAL_STATUSES),
        firms: countsOf(rows, 'firms', FIRM_STATUSES),
        range_templates: countsOf(rows, 'range_templates', ['active', 'inactive']),
        orders: countsOf(rows, 'orders', ORDER_STATUSES),
        users: { ...countsOf(rows, 'roles', ROLE_NAMES), total: one('users', 'total') },
        alarms: {
          ...countsOf(rows, 'alarms', SEVERITIES),
          unacknowledged: one('unacknowledged', 'total'),
          shelved: one('alarms', 'shelved'),
        },
      }
    },

    /** Alarm occurrences raised in [from, to), by severity, and the number cleared in it, counted as in the alarm statistics. */
    async countAlarms(from: Instant, to: Instant): Promise<DashboardSummary['alarms']> {
      const { rows } = await sql<CountRow>`
        with raised as (
          select severity from alarms where occurrence_raised_at >= ${from} and occurrence_raised_at < ${to}
          union all select severity from alarm_occurrences where raised_at >= ${from} and raised_at < ${to}),
        cleared as (
          select from alarms where cleared_at >= ${from} and cleared_at < ${to}
          union all select from alarm_occurrences where cleared_at >= ${from} and cleared_at < ${to})
        select 'raised' as of, severity as word, count(*) as n from raised group by severity
        union all select 'cleared', 'total', count(*) from cleared`.execute(db)
      const raised: Severities = countsOf(rows, 'raised', SEVERITIES)
      return { ...raised, cleared: rows.find(({ of }) => of === 'cleared')?.n ?? 0 }
    },

    /** Size in bytes, and connections: current and maximum. */
    async databaseState(): Promise<{ size_bytes: number; connections: number; max_connections: number }> {
      const { rows } = await sql<{ size_bytes: number; connections: number; max_connections: number }>`
        select pg_database_size(current_database()) as size_bytes,
          (select count(*) from pg_stat_activity where datname = current_database()) as connections,
          current_setting('max_connections')::int as max_connections`.execute(db)
      return rows[0] ?? { size_bytes: 0, connections: 0, max_connections: 0 }
    },
  }
}

import { createHash } from 'node:crypto'
import type { Instant } from '@dalyan/contracts/instant'
import { sql } from 'kysely'
import { canonicalJson, hashLink } from '../../core/hash-chain.ts'
import type { Connection } from '../../core/database/database.ts'

// SQL text: the query builder supports neither snapshots nor times with microseconds.

const PAGE = 1_000

/** A sealed day of the audit log. */
export interface AuditDay {
  /** `YYYY-MM-DD`, of UTC: the length of its days never depends on a table of time zones. */
  day: string
  entries: number
  content_hash: string
  hash: string
}

/** What the hash of a day is of (docs/decisions/027-hash-chain.md). */
export function hashOfDay(day: Omit<AuditDay, 'hash'>, previous: string | null): string {
  const { day: date, entries, content_hash } = day
  return hashLink({ day: date, entries, content_hash, previous_hash: previous })
}

/** The chain of days of the audit log, to which rows are only ever added. */
export function auditDaysRepository({ db }: Pick<Connection, 'db'>) {
  const days = db.selectFrom('audit_days').select(['day', 'entries', 'content_hash', 'hash'])
  return {
    findLast: (): Promise<AuditDay | undefined> => days.orderBy('day', 'desc').limit(1).executeTakeFirst(),

    listAfter: (day: string, most: number): Promise<AuditDay[]> =>
      days.where('day', '>', day).orderBy('day').limit(most).execute(),

    async insert(day: AuditDay, sealed_at: Instant): Promise<void> {
      await db
        .insertInto('audit_days')
        .values({ ...day, sealed_at })
        .execute()
    },

    /** The day of the oldest entry. */
    async firstDay(): Promise<string | undefined> {
      const { rows } = await sql<{ day: string | null }>`
        select to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD') as day from audit_logs`.execute(db)
      return rows[0]?.day ?? undefined
    },

    /** Counts and hashes the entries of a day, in the order of time and id, each as canonical JSON in a line of its own. */
    async hashEntries(day: string): Promise<Pick<AuditDay, 'entries' | 'content_hash'>> {
      const hash = createHash('sha256')
      let entries = 0
      let last = { created_at: `${day}T00:00:00Z`, id: 0 }
      for (let count = PAGE; count === PAGE;) {
        const { rows } = await sql<{ created_at: string; id: number }>`
          select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at, status, event, user_id, processor,
            target_kind, target_id, target_name, address, browser, before, after
          from audit_logs where created_at < (${day}::date + 1)::timestamp at time zone 'UTC'
            and (created_at, id) > (${last.created_at}::timestamptz, ${last.id})
          order by created_at, id limit ${PAGE}`.execute(db)
        for (const entry of rows) hash.update(`${canonicalJson(entry)}\n`)
        count = rows.length
        entries += count
        last = rows.at(-1) ?? last
      }
      return { entries, content_hash: hash.digest('hex') }
    },

    /** The id of a new transaction: every one that has begun to write has a lower one. */
    async newTransaction(): Promise<bigint> {
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db)
      return BigInt(rows[0]?.id ?? 0)
    },

    /** Whether this transaction and every one with a lower id are over. */
    async isOver(transaction: bigint): Promise<boolean> {
      const { rows } = await sql<{ isOver: boolean }>`
        select pg_snapshot_xmin(pg_current_snapshot()) > ${String(transaction)}::xid8 as "isOver"`.execute(db)
      return rows[0]?.isOver ?? false
    },
  }
}

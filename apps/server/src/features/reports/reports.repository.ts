import type { Instant } from '@dalyan/contracts/instant'
import type { ReportRecord } from '@dalyan/contracts/reports'
import { sql } from 'kysely'
import { hashLink } from '../../core/hash-chain.ts'
import type { Connection } from '../../core/database/database.ts'
import { lockUntilCommit } from '../../core/database/lock-until-commit.ts'
import type { ReportedTank } from './tank-month.ts'

/** A kept report: its place in the chain and its content, as canonical JSON. */
export interface KeptReport extends ReportRecord {
  tank_id: number
  content: string
}

const RECORD = ['number', 'month', 'made_at', 'content_hash', 'previous_hash', 'hash'] as const
/** Ten years. */
const MOST_MONTHS = 120

/** What the hash of a kept report is of (docs/decisions/027-hash-chain.md). */
export function hashOfReport(report: Omit<KeptReport, 'hash' | 'content'>): string {
  const { number, tank_id, month, made_at, content_hash, previous_hash } = report
  return hashLink({ number, tank_id, month, made_at, content_hash, previous_hash })
}

/** The kept reports: one chain over all tanks, to which rows are only ever added. */
export function reportsRepository({ db }: Pick<Connection, 'db'>) {
  const rows = db.selectFrom('monthly_reports')
  return {
    /** Those of a tank, the newest first. */
    list: (tankId: number): Promise<ReportRecord[]> =>
      rows.select(RECORD).where('tank_id', '=', tankId).orderBy('month', 'desc').limit(MOST_MONTHS).execute(),

    find: (tankId: number, month: string): Promise<KeptReport | undefined> =>
      rows.selectAll().where('tank_id', '=', tankId).where('month', '=', month).executeTakeFirst(),

    /** The next rows of the chain. */
    listAfter: (number: number, most: number): Promise<KeptReport[]> =>
      rows.selectAll().where('number', '>', number).orderBy('number').limit(most).execute(),

    /** Adds a report at the end of the chain; one that exists stays. Call it in a transaction. */
    async append(
      report: Pick<KeptReport, 'tank_id' | 'month' | 'made_at' | 'content' | 'content_hash'>,
    ): Promise<void> {
      await lockUntilCommit({ db }, 'monthly reports')
      const { tank_id, month } = report
      const known = rows.select('number').where('tank_id', '=', tank_id).where('month', '=', month)
      if (await known.executeTakeFirst()) return
      const last = await rows.select(['number', 'hash']).orderBy('number', 'desc').limit(1).executeTakeFirst()
      const link = { ...report, number: (last?.number ?? 0) + 1, previous_hash: last?.hash ?? null }
      await db
        .insertInto('monthly_reports')
        .values({ ...link, hash: hashOfReport(link) })
        .execute()
    },

    /** The newest month for which every tank has its report. */
    async lastMonth(): Promise<string | null> {
      const row = await db
        .selectFrom('report_months')
        .select('month')
        .orderBy('month', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.month ?? null
    },

    async finishMonth(month: string, made_at: Instant): Promise<void> {
      await db.insertInto('report_months').values({ month, made_at }).execute()
    },

    /** The tanks that were there before `until` and have no report of the month yet. */
    async findWithout(month: string, until: Instant): Promise<ReportedTank[]> {
      return tanksOf(db)
        .where('k.status', '<>', 'deleted')
        .where('k.created_at', '<', until)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('monthly_reports as r')
                .whereRef('r.tank_id', '=', 'k.id')
                .where('r.month', '=', month)
                .select('r.number'),
            ),
          ),
        )
        .orderBy('k.id')
        .execute()
    },

    findTank: (id: number): Promise<ReportedTank | undefined> => tanksOf(db).where('k.id', '=', id).executeTakeFirst(),
  }
}

/** The tanks `k` as their reports name them. */
function tanksOf(db: Connection['db']) {
  return db
    .selectFrom('tanks as k')
    .leftJoin('firms as f', 'f.id', 'k.firm_id')
    .leftJoin('range_templates as r', 'r.id', 'k.range_template_id')
    .select(['k.id', 'k.code', 'k.name', 'k.location', 'k.firm_id', 'r.name as template'])
    .select(
      sql<
        ReportedTank['firm']
      >`case when f.id is not null then json_build_object('code', f.code, 'name', f.name) end`.as('firm'),
    )
}

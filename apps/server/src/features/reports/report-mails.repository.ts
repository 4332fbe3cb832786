import type { Instant } from '@dalyan/contracts/instant'
import type { FileLocale } from '@dalyan/contracts/file-locale'
import { sql, type Selectable } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { isInFirms } from '../../core/database/list.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import type { KeptReport } from './reports.repository.ts'

export type ReportMailRow = Selectable<Schema['report_mails']>

/** The recipient of an e-mail with reports. */
interface ReportRecipient {
  name: string
  email: string
  language: FileLocale
  firm_id: number | null
  is_admin: boolean
}

/** Each mail is made of many files, so that few are sent at a time. */
const AT_ONCE = 2

/** The e-mails with the reports of a month; rows with `next_try_at` are the queue. */
export function reportMailsRepository({ db }: Pick<Connection, 'db'>) {
  /** Users who chose the reports and whose address may be used. */
  const recipients = db
    .selectFrom('users as u')
    .innerJoin('notification_preferences as p', 'p.user_id', 'u.id')
    .where('p.monthly_report', '=', true)
    .where('u.deleted_at', 'is', null)
    .where('u.email_trusted', '=', true)

  return {
    /** One for each recipient of a month; one that exists stays. */
    async queue(month: string, at: Instant): Promise<void> {
      await db
        .insertInto('report_mails')
        .columns(['user_id', 'month', 'requested_at', 'next_try_at'])
        .expression(
          recipients.select([
            'u.id',
            sql<string>`${month}::text`.as('month'),
            sql<Instant>`${at}::timestamptz`.as('requested_at'),
            sql<Instant>`${at}::timestamptz`.as('next_try_at'),
          ]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    findDue: (now: Instant): Promise<ReportMailRow[]> =>
      db
        .selectFrom('report_mails')
        .selectAll()
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .limit(AT_ONCE)
        .execute(),

    /** Undefined: the user was deleted, or does not want the reports any more. */
    findRecipient: (userId: number): Promise<ReportRecipient | undefined> =>
      recipients
        .where('u.id', '=', userId)
        .select(['u.name', 'u.email', 'u.firm_id'])
        .select([
          sql<FileLocale>`case when u.locale = 'en' then 'en' else 'tr' end`.as('language'),
          sql<boolean>`exists (select from user_roles r where r.user_id = u.id and r.role = 'admin')`.as('is_admin'),
        ])
        .executeTakeFirst(),

    /** How many reports of a month these firms have. */
    async count(month: string, firms: FirmScope): Promise<number> {
      const row = await reportsOf(db, month, firms)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirst()
      return row?.count ?? 0
    },

    /** The reports of a month of these firms' tanks. */
    listReports: (month: string, firms: FirmScope): Promise<KeptReport[]> =>
      reportsOf(db, month, firms).selectAll('r').orderBy('k.code').execute(),

    async settle(id: number, change: { next_try_at: Instant | null; sent_at: Instant | null }): Promise<void> {
      await db
        .updateTable('report_mails')
        .set({ ...change, tries: sql`tries + 1` })
        .where('id', '=', id)
        .execute()
    },
  }
}

function reportsOf(db: Connection['db'], month: string, firms: FirmScope) {
  return db
    .selectFrom('monthly_reports as r')
    .innerJoin('tanks as k', 'k.id', 'r.tank_id')
    .where('r.month', '=', month)
    .where('k.status', '<>', 'deleted')
    .where(isInFirms('k.firm_id', firms))
}

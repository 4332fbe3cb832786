import type { ReportRecord, TankMonth } from '@dalyan/contracts/reports'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { invalidField } from '../../core/errors.ts'
import { canonicalJson, sha256 } from '../../core/hash-chain.ts'
import { requireFound } from '../../core/records.ts'
import { dueMonths, monthAt, monthSpan } from './month.rules.ts'
import { reportsRepository } from './reports.repository.ts'
import { readTankMonth, type ReportSources } from './tank-month.ts'

export interface ReportNeeds extends Pick<Basics, 'database' | 'clock' | 'log'> {
  /** What requests and the job read with. */
  sources: ReportSources
  jobSources: ReportSources
  /** The newest sealed day of the audit log. */
  lastAuditDay: (on: Connection) => Promise<TankMonth['audit']>
  /** Queues the month's e-mails, in the transaction that finishes the month. */
  queueMails: (on: Connection, month: string) => Promise<void>
}

/** A report as the API shows it; without a record it is a preview. */
export interface ShownReport {
  record: ReportRecord | null
  report: TankMonth
}

/** @throws 404 for an unknown tank, 422 for a month that has not begun */
export async function readReport(needs: ReportNeeds, tankId: number, month: string): Promise<ShownReport> {
  const { database, clock, sources } = needs
  const now = clock.now()
  if (month > monthAt(now)) throw invalidField('month', 'month_not_begun')
  const kept = await reportsRepository(database.reads).find(tankId, month)
  if (kept) {
    const { content, tank_id: _, ...record } = kept
    return { record, report: JSON.parse(content) as TankMonth }
  }
  const tank = requireFound(await reportsRepository(database.reads).findTank(tankId))
  return { record: null, report: await readTankMonth(sources, tank, monthSpan(month), now, null) }
}

/** The kept reports of a tank, and the month that runs. */
export async function listReports({ database, clock }: Pick<ReportNeeds, 'database' | 'clock'>, tankId: number) {
  return { running: monthAt(clock.now()), months: await reportsRepository(database.reads).list(tankId) }
}

/**
 * Makes the reports of every month that is over and has none yet, and queues its e-mails. A tank whose report fails holds up the month: the next
 * call goes on with the tanks that lack theirs.
 */
export async function makeDueReports(needs: ReportNeeds): Promise<void> {
  const { database, clock, log } = needs
  for (const month of dueMonths(clock.now(), await reportsRepository(database).lastMonth())) {
    const span = monthSpan(month)
    const tanks = await reportsRepository(database).findWithout(month, instantAt(span.bounds.at(-1) ?? 0))
    for (const tank of tanks) {
      const audit = await needs.lastAuditDay(database)
      const report = await readTankMonth(needs.jobSources, tank, span, clock.now(), audit)
      const content = canonicalJson(report)
      const { made_at } = report
      const row = { tank_id: tank.id, month, made_at, content, content_hash: sha256(content) }
      await database.transact((on) => reportsRepository(on).append(row))
    }
    await database.transact(async (on) => {
      await reportsRepository(on).finishMonth(month, instantAt(clock.now()))
      await needs.queueMails(on, month)
    })
    log.info({ month, reports: tanks.length }, 'the reports of a month were made')
  }
}

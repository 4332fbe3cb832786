import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import { lockUntilCommit } from '../../core/database/lock-until-commit.ts'
import { auditDaysRepository, hashOfDay } from './audit-days.sql.ts'

const DAY_MS = 86_400_000
/** Longer than a statement may take and clocks of several processes may differ: no entry of a day begins to be written later. */
const SETTLED_AFTER_MS = 10 * 60_000
/** Days of a log that was never sealed, in one call. */
const AT_ONCE = 31

/**
 * Seals the days of the audit log that are over: the hash of a day's entries and of the day before. A day waits until every transaction that
 * may still write an entry of it is over, so that no entry appears in a sealed day. @returns a function to call repeatedly
 */
export function createAuditSealing({ database, clock }: Pick<Basics, 'database' | 'clock'>): () => Promise<void> {
  /** A transaction that began after the days before `until` had settled. */
  let mark: { until: string; transaction: bigint } | null = null

  /** Whether every entry of the days before this one can be seen. */
  async function isSettled(until: string): Promise<boolean> {
    if (mark?.until !== until) mark = { until, transaction: await auditDaysRepository(database).newTransaction() }
    return auditDaysRepository(database).isOver(mark.transaction)
  }

  return async () => {
    const until = dayAt(clock.now() - SETTLED_AFTER_MS)
    const last = (await auditDaysRepository(database).findLast())?.day
    if (last !== undefined && dayAfter(last) >= until) return
    if (!(await isSettled(until))) return
    await database.patient.transact(async (on) => {
      const days = auditDaysRepository(on)
      await lockUntilCommit(on, 'audit days')
      let previous = await days.findLast()
      const first = previous ? dayAfter(previous.day) : ((await days.firstDay()) ?? until)
      for (let day = first, count = 0; day < until && count < AT_ONCE; day = dayAfter(day), count += 1) {
        const content = { day, ...(await days.hashEntries(day)) }
        const sealed = { ...content, hash: hashOfDay(content, previous?.hash ?? null) }
        await days.insert(sealed, instantAt(clock.now()))
        previous = sealed
      }
    })
  }
}

/** The day of UTC at an instant, `YYYY-MM-DD`. */
function dayAt(ms: number): string {
  return instantAt(ms).slice(0, 10)
}

export function dayAfter(day: string): string {
  return dayAt(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS)
}

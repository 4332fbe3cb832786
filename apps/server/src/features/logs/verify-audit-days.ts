import type { Connection } from '../../core/database/database.ts'
import type { Verification } from '../../core/hash-chain.ts'
import { auditDaysRepository, hashOfDay, type AuditDay } from './audit-days.sql.ts'
import { dayAfter } from './seal-audit-days.ts'

const PAGE = 100

/** Checks every sealed day of the audit log, with its entries, from the first one to the first break. */
export async function verifyAuditDays(
  on: Pick<Connection, 'db'>,
): Promise<Verification & { entries: number; until: string | null }> {
  const days = auditDaysRepository(on)
  const result = { checked: 0, newest: null as string | null, entries: 0, until: null as string | null }
  const first = await days.firstDay()
  let last: AuditDay | null = null
  for (let count = PAGE; count === PAGE;) {
    const page: AuditDay[] = await days.listAfter(last?.day ?? '', PAGE)
    for (const day of page) {
      const isEarlier = last === null && first !== undefined && first < day.day
      const problem = isEarlier
        ? `the entries of ${first} are of no sealed day`
        : problemOf(day, last, await days.hashEntries(day.day))
      if (problem !== null) return { ...result, problem }
      last = day
      Object.assign(result, { newest: day.hash, until: day.day })
      result.checked += 1
      result.entries += day.entries
    }
    count = page.length
  }
  return { ...result, problem: null }
}

function problemOf(
  day: AuditDay,
  before: AuditDay | null,
  found: Pick<AuditDay, 'entries' | 'content_hash'>,
): string | null {
  if (before && day.day !== dayAfter(before.day)) return `the day ${dayAfter(before.day)} is missing`
  if (hashOfDay(day, before?.hash ?? null) !== day.hash)
    return `${day.day}: the day does not have the hash ${day.hash}, or does not follow the day before`
  if (found.entries !== day.entries)
    return `${day.day}: there are ${found.entries} entries; there were ${day.entries} when the day was sealed`
  if (found.content_hash !== day.content_hash)
    return `${day.day}: an entry differs from what it was when the day was sealed`
  return null
}

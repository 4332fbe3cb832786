import { sha256 } from '../../core/hash-chain.ts'
import type { Connection } from '../../core/database/database.ts'
import { hashOfReport, reportsRepository, type KeptReport } from './reports.repository.ts'

/** The result of checking a chain. */
export interface Verification {
  /** The number of links whose hash and content are right, from the first one on. */
  checked: number
  /** The hash of the last of them: a user who kept it elsewhere knows that no link before it was changed since. */
  newest: string | null
  /** The first break of the chain, and what differs there; null: none. */
  problem: string | null
}

const PAGE = 50

/** Checks every kept report from the first one to the first break. */
export async function verifyReports(on: Pick<Connection, 'db'>): Promise<Verification> {
  let last: KeptReport | null = null
  for (let count = PAGE; count === PAGE;) {
    const reports: KeptReport[] = await reportsRepository(on).listAfter(last?.number ?? 0, PAGE)
    for (const report of reports) {
      const problem = problemOf(report, last)
      if (problem !== null) return { checked: last?.number ?? 0, newest: last?.hash ?? null, problem }
      last = report
    }
    count = reports.length
  }
  return { checked: last?.number ?? 0, newest: last?.hash ?? null, problem: null }
}

function problemOf(report: KeptReport, before: KeptReport | null): string | null {
  const expected = (before?.number ?? 0) + 1
  if (report.number !== expected) return `report ${expected} is missing`
  const name = `report ${report.number} (tank ${report.tank_id}, ${report.month})`
  if (sha256(report.content) !== report.content_hash)
    return `${name}: its content does not have the hash ${report.content_hash}`
  if (report.previous_hash !== (before?.hash ?? null)) return `${name}: it does not follow report ${report.number - 1}`
  if (hashOfReport(report) !== report.hash)
    return `${name}: its number, tank, month or time does not have the hash ${report.hash}`
  return null
}

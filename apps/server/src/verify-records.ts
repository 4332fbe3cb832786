import { join } from 'node:path'
import { readConfig } from './config.ts'
import { openDatabase, type Connection } from './core/database/database.ts'
import { inSnapshot } from './core/database/snapshot.ts'
import { startEmbeddedCluster } from './core/database/embedded-cluster.ts'
import { prepareDatabase } from './core/database/prepare-database.ts'
import { createLogger } from './core/log.ts'
import { consoleText } from './core/start-error.ts'
import { verifyAuditDays } from './features/logs/verify-audit-days.ts'
import { verifyReports } from './features/reports/verify-reports.ts'

// npm run verify-records: checks the chains of the kept reports and of the audit log, beside a running Dalyan or without one. Exit code 1: one is broken.

async function run(): Promise<boolean> {
  const config = readConfig(process.env, [])
  const cluster =
    config.DATABASE_URL === undefined
      ? await startEmbeddedCluster({
          directory: join(config.DATA_DIR, 'postgres'),
          signal: new AbortController().signal,
        })
      : null
  const log = createLogger(config.LOG_LEVEL)
  const url = config.DATABASE_SESSION_URL ?? config.DATABASE_URL ?? cluster?.url ?? ''
  const database = openDatabase({ url, log, patience: 'endless', poolSize: 1, purpose: 'verification' })
  try {
    await prepareDatabase({ address: { url: cluster?.ownerUrl ?? url }, log, hasApplicationRole: cluster !== null })
    return await inSnapshot(database, printVerification)
  } finally {
    await database.close()
    const staying = await cluster?.stop()
    if (staying) process.stdout.write(`${staying}\n`)
  }
}

/** @returns whether both chains hold */
async function printVerification(on: Connection): Promise<boolean> {
  const number = (n: number) => n.toLocaleString('en')
  const reports = await verifyReports(on)
  const audit = await verifyAuditDays(on)
  const lines = [
    `Monthly reports: ${number(reports.checked)} checked. ${standing(reports)}`,
    `Audit log: ${number(audit.checked)} days with ${number(audit.entries)} entries checked${audit.until === null ? '' : `, until ${audit.until}`}. ${standing(audit)}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return reports.problem === null && audit.problem === null
}

function standing({ problem, newest }: { problem: string | null; newest: string | null }): string {
  if (problem !== null) return `BROKEN: ${problem}.`
  return newest === null ? 'There is none yet.' : `Unbroken. Newest hash: ${newest}`
}

try {
  if (!(await run())) process.exitCode = 1
} catch (failure) {
  process.stderr.write(`${consoleText(failure)}\n`)
  process.exitCode = 1
}

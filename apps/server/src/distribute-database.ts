import { readConfig } from './config.ts'
import { openDatabase } from './core/database/database.ts'
import { distributeTable, planDistribution, refuseRunning } from './core/database/distribute.ts'
import { prepareDatabase } from './core/database/prepare-database.ts'
import { createLogger } from './core/log.ts'
import { consoleText, StartError } from './core/start-error.ts'

// npm run db:distribute: spreads the readings of the database of DATABASE_URL, the coordinator of a Citus cluster, over its nodes.

async function run(): Promise<void> {
  const config = readConfig(process.env, [])
  const url = config.DATABASE_SESSION_URL ?? config.DATABASE_URL
  if (url === undefined) throw new StartError('DATABASE_URL has to name the coordinator of a Citus cluster.')
  const log = createLogger(config.LOG_LEVEL)
  await prepareDatabase({ address: { url }, log, hasApplicationRole: false })
  const database = openDatabase({ url, log, patience: 'endless', poolSize: 1, purpose: 'distribution' })
  try {
    const { tables, nodes } = await planDistribution(database)
    if (tables.length > 0) await refuseRunning(database)
    if (tables.length === 0) process.stdout.write('Every table is distributed.\n')
    for (const table of tables) {
      await distributeTable(database, table)
      process.stdout.write(`${table}: distributed over ${nodes} nodes\n`)
    }
  } finally {
    await database.close()
  }
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${consoleText(error)}\n`)
  process.exitCode = 1
}

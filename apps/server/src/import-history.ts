import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SingleBar, Presets } from 'cli-progress'
import { readConfig } from './config.ts'
import { systemClock } from './core/clock.ts'
import { openDatabase } from './core/database/database.ts'
import { findsDistribution } from './core/database/distribute.ts'
import { startEmbeddedCluster } from './core/database/embedded-cluster.ts'
import { prepareDatabase } from './core/database/prepare-database.ts'
import { createLogger } from './core/log.ts'
import { csvText } from './core/table-file/csv-file.ts'
import { consoleText, StartError } from './core/start-error.ts'
import type { ImportRefusal } from './features/measurements/import/history-rows.ts'
import { importFile, type FileCounts, type FileOptions } from './features/measurements/import/import-file.ts'
import { tankAt } from './features/terminals/terminal-directory.rules.ts'

const USAGE = `npm run import -- FILE.csv[.gz] [--tank CODE] [--no-tank] [--create-terminals] [--report FILE]

Brings recorded readings in, of any age: columns terminal_code, measured_at and the metrics, in any order, perhaps tank_code.
The tank of a row is its tank_code, else --tank, else the one where the terminal sat at that time; rows without one are
refused unless --no-tank. Works beside a running Dalyan or without one. Run it again after a break: it goes on.
What was not taken is listed in FILE.report.csv.`

/** A CSV file of reported rows, created with the first row. */
function openReport(path: string) {
  let file: ReturnType<typeof createWriteStream> | null = null
  let lines = 0
  return {
    add({ line, column, problem, value }: ImportRefusal) {
      file ??= createWriteStream(path)
      if (lines === 0) file.write('line,column,problem,value\n')
      file.write(`${line},${column},${problem},${csvText(value, ',')}\n`)
      lines += 1
    },
    /** @returns the number of rows. */
    async close(): Promise<number> {
      if (!file) return 0
      file.end()
      await once(file, 'close')
      return lines
    },
  }
}

function readArguments(args: readonly string[]): FileOptions & { report: string } {
  const folder = process.env['INIT_CWD'] ?? process.cwd()
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tank: { type: 'string' },
        'no-tank': { type: 'boolean', default: false },
        'create-terminals': { type: 'boolean', default: false },
        report: { type: 'string' },
      },
    })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new StartError('Name one file.')
    const file = resolve(folder, path)
    return {
      path: file,
      tank: values.tank,
      noTank: values['no-tank'],
      createTerminals: values['create-terminals'],
      report: values.report === undefined ? `${file}.report.csv` : resolve(folder, values.report),
    }
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

/** Ends the import after its current batch. */
const stop = new AbortController()
const stopBecause = (reason: string) =>
  stop.abort(new StartError(`${reason} What was read so far is stored; run it again and it goes on.`))

async function run(): Promise<void> {
  const options = readArguments(process.argv.slice(2))
  const config = readConfig(process.env, [])
  const size = await sizeOf(options.path)
  await rm(options.report, { force: true })
  const cluster =
    config.DATABASE_URL === undefined
      ? await startEmbeddedCluster({ directory: join(config.DATA_DIR, 'postgres'), signal: stop.signal })
      : null
  const endListening = await cluster?.onStopRequest(() => stopBecause('Stopped, because Dalyan stops.'))
  const log = createLogger(config.LOG_LEVEL)
  const url = config.DATABASE_SESSION_URL ?? config.DATABASE_URL ?? cluster?.url ?? ''
  const isDistributed = cluster === null && (await findsDistribution({ url }, log))
  const database = openDatabase({ url, isDistributed, log, poolSize: 2, purpose: 'import' })
  try {
    const address = { url: cluster?.ownerUrl ?? url }
    await prepareDatabase({ address, log, hasApplicationRole: cluster !== null })
    const bar = new SingleBar(
      { format: '{step} [{bar}] {percentage}% | {duration_formatted}', noTTYOutput: true, notTTYSchedule: 5000 },
      Presets.shades_classic,
    )
    bar.start(2 * size, 0, { step: 'checking ' })
    const report = openReport(options.report)
    try {
      const counts = await importFile(options, {
        database,
        clock: systemClock,
        tankAt,
        signal: stop.signal,
        refuse: report.add,
        progress: (step, position) =>
          bar.update(step === 'checking' ? position : size + position, { step: step.padEnd(9) }),
      })
      bar.update(2 * size)
      bar.stop()
      printCounts(counts, await report.close(), options.report)
    } finally {
      bar.stop()
    }
  } finally {
    await endListening?.().catch(() => undefined)
    await database.close()
    const staying = await cluster?.stop()
    if (staying) process.stdout.write(`${staying}\n`)
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    throw new StartError(`There is no file ${path}.`)
  }
}

function printCounts(counts: FileCounts, reported: number, report: string): void {
  const number = (n: number) => n.toLocaleString('en')
  const lines = [
    `${number(counts.rows)} rows: ${number(counts.stored)} stored, ${number(counts.merged)} added to stored readings,`,
    `${number(counts.duplicate)} were there already, ${number(counts.conflict + counts.merged_in_part)} differ from what is stored (which stands), ${number(counts.refused)} refused.`,
  ]
  if (reported > 0)
    lines.push(`${number(reported)} values or rows were not taken: see ${basename(report)} beside the file.`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

process.umask(0o077)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopBecause('Stopped.'))

try {
  await run()
} catch (failure) {
  // A failure during a stop is a consequence of the stop, so its reason is reported instead.
  process.stderr.write(`${consoleText(stop.signal.aborted ? stop.signal.reason : failure)}\n`)
  process.exitCode = 1
}

import { join } from 'node:path'
import { METRICS, type Metric } from '@dalyan/contracts/metrics'
import cliProgress from 'cli-progress'
import type { Basics } from '../basics.ts'
import { importHistory } from '../features/measurements/import/import-history.ts'
import type { Reading } from '../features/measurements/storing/reading.ts'
import { DEMO_TANKS } from './demo-plan.ts'
import type { DemoProgress } from './load-demo.ts'
import { findHistoryEnd, shiftedHistory } from './recorded-series.ts'

interface Needs extends Pick<Basics, 'database' | 'clock'> {
  progress: DemoProgress
  dataFolder: string
  /** Aborts the import; the next start repeats its incomplete parts. */
  signal: AbortSignal
}

/** Imports the history of every tank that has none yet, with a progress bar; an interrupted import is repeated from its start. */
export async function importRecordings({ database, clock, progress, dataFolder, signal }: Needs): Promise<void> {
  const { state } = progress
  const missing = DEMO_TANKS.filter(({ terminal }) => !state.imported.includes(terminal))
  if (missing.length === 0) return
  const series = await Promise.all(
    missing.map(async (tank) => {
      const path = join(dataFolder, tank.file)
      return { tank, path, end: await findHistoryEnd(path, tank.live_from) }
    }),
  )
  const bar = new cliProgress.SingleBar({
    // Not stderr, which goes into the server's log.
    stream: process.stdout,
    format: '  Recorded history {bar} {percentage}%  {value} of {total} readings',
    noTTYOutput: true,
    notTTYSchedule: 2_000,
  })
  bar.start(
    series.reduce((sum, { end }) => sum + end.rows, 0),
    0,
  )
  const endsAt = Date.parse(state.shifted_to)
  try {
    for (const { tank, path, end } of series) {
      const target = {
        terminal_id: state.ids.terminals[tank.terminal] ?? 0,
        tank_id: state.ids.tanks[tank.code] ?? 0,
        received_at: clock.now(),
      }
      const history = shiftedHistory(path, end, endsAt)
      const onRow = () => {
        signal.throwIfAborted()
        bar.increment()
      }
      await importHistory({ database, readings: readingsOf(history, target, onRow) })
      state.imported.push(tank.terminal)
      state.positions[tank.terminal] = end.rows % end.total
      await progress.save()
    }
  } finally {
    bar.stop()
  }
}

async function* readingsOf(
  history: ReturnType<typeof shiftedHistory>,
  target: Pick<Reading, 'terminal_id' | 'tank_id' | 'received_at'>,
  onRow: () => void,
): AsyncGenerator<Reading> {
  for await (const { measured_at, values } of history) {
    onRow()
    yield {
      ...target,
      measured_at,
      values: METRICS.map((metric) => plausible(metric, values[metric.key])),
      clock_skew: false,
    }
  }
}

/** As in the ingest, a value outside its physical bounds is left out, and others are rounded to the stored precision. */
function plausible({ min, max }: Metric, value: number | null | undefined): number | null {
  return value === null || value === undefined || value < min || value > max ? null : Math.fround(value)
}

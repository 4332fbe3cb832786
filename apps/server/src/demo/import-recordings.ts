import { join } from 'node:path'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import cliProgress from 'cli-progress'
import { DEMO_TANKS } from './demo-plan.ts'
import type { DemoProgress } from './demo-state.ts'
import { findHistoryEnd, shiftedHistory } from './recorded-series.ts'

/** One reading of the past, as the product's import takes it. */
export interface HistoryRow {
  terminal_id: number
  tank_id: number
  /** Epoch milliseconds. */
  measured_at: number
  /** In the order of the registry; null: not measured. */
  values: (number | null)[]
}

/** Stores readings of the past, each once, and rolls them up; raises no alarms. */
export type ImportHistory = (rows: AsyncIterable<HistoryRow>) => Promise<unknown>

interface Needs {
  progress: DemoProgress
  importHistory: ImportHistory
  dataFolder: string
  /** Breaks the import off; what is incomplete is done again by the next start. */
  signal: AbortSignal
}

/** Brings in the recorded past of every tank that has none yet, with a progress bar; what was interrupted is done again from its start. */
export async function importRecordings({ progress, importHistory, dataFolder, signal }: Needs): Promise<void> {
  const { state, save } = progress
  const missing = DEMO_TANKS.filter(({ terminal }) => !state.imported.includes(terminal))
  if (missing.length === 0) return
  const series = await Promise.all(
    missing.map(async (tank) => {
      const path = join(dataFolder, tank.file)
      return { tank, path, end: await findHistoryEnd(path, tank.live_from) }
    }),
  )
  const bar = new cliProgress.SingleBar({
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
      const ids = { terminal_id: state.ids.terminals[tank.terminal] ?? 0, tank_id: state.ids.tanks[tank.code] ?? 0 }
      await importHistory(
        rowsOf(shiftedHistory(path, end, endsAt), ids, () => {
          signal.throwIfAborted()
          bar.increment()
        }),
      )
      state.imported.push(tank.terminal)
      state.positions[tank.terminal] = end.rows % end.total
      await save()
    }
  } finally {
    bar.stop()
  }
}

async function* rowsOf(
  history: ReturnType<typeof shiftedHistory>,
  ids: { terminal_id: number; tank_id: number },
  onRow: () => void,
): AsyncGenerator<HistoryRow> {
  for await (const { measured_at, values } of history) {
    onRow()
    yield { ...ids, measured_at, values: METRIC_KEYS.map((key) => values[key] ?? null) }
  }
}

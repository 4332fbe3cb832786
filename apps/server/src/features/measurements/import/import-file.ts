import { CODE_PATTERN } from '@dalyan/contracts/codes'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Basics } from '../../../basics.ts'
import { instantAt } from '../../../core/clock.ts'
import { StartError } from '../../../core/start-error.ts'
import type { Reading } from '../storing/reading.ts'
import { historyOwners, type OwnerTerminal } from './history-owners.repository.ts'
import { readHistoryRows, type HistoryRow, type ImportRefusal } from './history-rows.ts'
import { rollupsRepository } from '../rollups/rollups.sql.ts'
import { isConflict } from '../storing/merge-readings.rules.ts'
import { importHistory, type ImportCounts } from './import-history.ts'

export interface FileOptions {
  path: string
  /** Code of the tank for rows that name none. */
  tank?: string | undefined
  createTerminals: boolean
  /** Rows without a tank are imported without one instead of refused. */
  noTank: boolean
}

interface Needs extends Pick<Basics, 'database' | 'clock'> {
  /** The tank that a terminal was assigned to at an instant. */
  tankAt: (assignments: OwnerTerminal['assignments'], at: number) => number | null
  /** Called for every rejected row and value. */
  refuse: (refusal: ImportRefusal) => void
  /** `checking` reads the file once before the first write. `position`: bytes read so far. */
  progress?: (step: 'checking' | 'importing', position: number) => void
  /** Aborts the import with its reason, after the current batch. */
  signal?: AbortSignal
}

export interface FileCounts extends ImportCounts {
  rows: number
  /** Rows that were rejected completely. */
  refused: number
}

/**
 * Imports the history in a file.
 * @throws StartError before the first write, when the file is no such table or contains unknown codes.
 */
export async function importFile(options: FileOptions, needs: Needs): Promise<FileCounts> {
  const owners = await findOwners(options, needs)
  // Readings of months that were dropped would be in no roll-up, and be dropped again.
  const keptFrom = Date.parse((await rollupsRepository(needs.database).state()).raw_from)
  const counts = { rows: 0, refused: 0 }
  const lines = new Map<Reading, number>()

  async function* readings(): AsyncGenerator<Reading> {
    for await (const { row, refusals, position } of readHistoryRows(options.path, needs.clock.now())) {
      needs.signal?.throwIfAborted()
      counts.rows += 1
      needs.progress?.('importing', position)
      for (const refusal of refusals) needs.refuse(refusal)
      const reading = row && readingOf(row)
      if (!row || !reading) {
        counts.refused += 1
        continue
      }
      lines.set(reading, row.line)
      yield reading
    }
  }

  function readingOf(row: HistoryRow): Reading | null {
    const terminal = owners.terminals.get(row.terminal_code)
    if (!terminal) throw new Error(`line ${row.line}: the file changed while it was read`)
    const code = row.tank_code ?? options.tank
    const tank_id =
      code === undefined ? needs.tankAt(terminal.assignments, row.measured_at) : (owners.tanks.get(code) ?? null)
    if (tank_id === null && !options.noTank) {
      needs.refuse({ line: row.line, column: 'terminal_code', value: row.terminal_code, problem: 'no_tank' })
      return null
    }
    const { measured_at, values } = row
    if (measured_at < keptFrom) {
      needs.refuse({ line: row.line, column: 'measured_at', value: instantAt(measured_at), problem: 'no_longer_kept' })
      return null
    }
    // History did not arrive now: it must not count as a sign of life of its terminal.
    return { terminal_id: terminal.id, tank_id, measured_at, received_at: measured_at, values, clock_skew: false }
  }

  const imported = await importHistory({
    database: needs.database,
    readings: readings(),
    onStored(some, outcomes) {
      outcomes.forEach((outcome, i) => {
        const reading = some[i]
        if (!isConflict(outcome) || !reading) return
        const value = METRIC_KEYS.map((_, index) => reading.values[index] ?? '').join(' ')
        needs.refuse({ line: lines.get(reading) ?? 0, column: 'measured_at', value, problem: 'conflict' })
      })
      lines.clear()
    },
  })
  return { ...imported, ...counts }
}

/** Reads all codes of the file, so that a wrong one is reported before the first write. */
async function findOwners(
  { path, tank, createTerminals }: FileOptions,
  { database, clock, progress, signal }: Needs,
): Promise<{ terminals: Map<string, OwnerTerminal>; tanks: Map<string, number> }> {
  const terminalCodes = new Set<string>()
  const tankCodes = new Set<string>(tank === undefined ? [] : [tank])
  for await (const { row, position } of readHistoryRows(path, clock.now())) {
    signal?.throwIfAborted()
    progress?.('checking', position)
    if (!row) continue
    terminalCodes.add(row.terminal_code)
    if (row.tank_code !== null) tankCodes.add(row.tank_code)
  }
  const find = historyOwners(database)
  const tanks = await find.tanks([...tankCodes])
  refuseUnknown(
    'tank',
    [...tankCodes].filter((code) => !tanks.has(code)),
    'Make the tanks first.',
  )
  const known = await find.terminals([...terminalCodes])
  const unknown = [...terminalCodes].filter((code) => !known.has(code))
  if (!createTerminals || unknown.length === 0) {
    refuseUnknown('terminal', unknown, 'Make the terminals first, or add --create-terminals.')
    return { tanks, terminals: known }
  }
  const wrong = unknown.filter((code) => !CODE_PATTERN.test(code))
  refuseUnknown('terminal', wrong, 'No terminal can have such a code (A-Z, 0-9, - and _, at most 32).')
  await find.createTerminals(unknown)
  return { tanks, terminals: await find.terminals([...terminalCodes]) }
}

function refuseUnknown(what: string, codes: readonly string[], advice: string): void {
  if (codes.length === 0) return
  throw new StartError(
    `Nothing was imported. Unknown ${what} ${codes.length === 1 ? 'code' : 'codes'}: ${codes.join(', ')}. ${advice}`,
  )
}

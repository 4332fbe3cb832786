import { TERMINAL_BULK_COLUMNS, type BulkInput } from '@dalyan/contracts/bulk'
import { isKeepable } from '@dalyan/contracts/codes'
import { TerminalInput } from '@dalyan/contracts/terminals'
import { allOrNothing, type BulkOutcome } from '../../core/bulk/all-or-nothing.ts'
import { complain, readRow, refuseRepeated, refuseTaken, statusIn, type ReadBulkRow } from '../../core/bulk/bulk-row.ts'
import { readTable, type TableRow } from '../../core/bulk/read-table.ts'
import type { Connection } from '../../core/database/database.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { userAction, type UserAction } from '../../core/log-entries.ts'
import { assignmentsRepository } from './assignments.sql.ts'
import { moveTerminals, type Move } from './move-terminals.ts'
import { newTerminalsRepository } from './new-terminals.sql.ts'
import type { TerminalColumns } from './terminals.repository.ts'
import { insertTerminals, newTerminalColumns, type MadeTerminal, type TerminalNeeds } from './terminals.service.ts'

type TerminalTableRow = TableRow<(typeof TERMINAL_BULK_COLUMNS)[number]['field']>

interface NewTerminal {
  columns: TerminalColumns
  tank: Move['to']
}

/** Creates all terminals of a file, or none. Only this answer shows their keys. */
export async function createTerminalsFromFile(
  needs: TerminalNeeds,
  { csv, dry_run: isDryRun }: BulkInput,
  user: Pick<SignedIn, 'id' | 'name'>,
): Promise<BulkOutcome<MadeTerminal>> {
  const { rows, ignored_columns } = readTable(csv, TERMINAL_BULK_COLUMNS)
  const action = userAction(user, needs.clock)
  const outcome = await allOrNothing(needs.database, {
    isDryRun,
    validate: async (on) => {
      if (!isDryRun) await assignmentsRepository(on).lock()
      return validate(needs, on, rows)
    },
    write: (on, terminals) => write(needs, on, terminals, action),
  })
  if (outcome.made) await afterWrite(needs, outcome.made)
  return { rows: outcome.rows, made: outcome.made?.made ?? null, ignored_columns }
}

async function validate(
  { findTanks }: TerminalNeeds,
  on: Connection,
  rows: readonly TerminalTableRow[],
): Promise<ReadBulkRow<NewTerminal>[]> {
  const named = rows.flatMap(({ cells }) => cells.tank_code ?? []).filter(isKeepable)
  const tanks = await findTanks(on, named)
  const read = rows.map((row) => readTerminalRow(row, tanks))
  const codes = read.flatMap(({ input }) => input?.columns.code ?? [])
  refuseRepeated(read)
  refuseTaken(read, await newTerminalsRepository(on).findTakenCodes(codes))
  await refuseTakenEuis(on, read)
  return read
}

/** Refuses each row whose LoRaWAN address an earlier row or another terminal has. */
async function refuseTakenEuis(on: Connection, rows: readonly ReadBulkRow<NewTerminal>[]): Promise<void> {
  const named = rows.flatMap(({ input }) => input?.columns.device_eui ?? [])
  const taken = await newTerminalsRepository(on).findTakenEuis(named)
  for (const row of rows) {
    const eui = row.input?.columns.device_eui
    if (!eui) continue
    if (taken.has(eui)) complain(row, 'device_eui', 'device_eui_taken')
    taken.add(eui)
  }
}

async function write(needs: TerminalNeeds, on: Connection, terminals: readonly NewTerminal[], action: UserAction) {
  const columns = terminals.map((terminal) => terminal.columns)
  const inserted = await insertTerminals(needs, on, columns, action)
  const moves = terminals.flatMap(({ columns: { code, status }, tank }, index) => {
    const id = inserted.made[index]?.id
    return tank && id !== undefined ? [{ terminal: { id, code, status, tank: null }, to: tank }] : []
  })
  return { ...inserted, moved: await moveTerminals(needs, on, moves, action) }
}

/** Runs after the commit. */
async function afterWrite(
  { events, evaluateTanks, log, directorySettled }: TerminalNeeds,
  { made, moved, announceLog }: Awaited<ReturnType<typeof write>>,
): Promise<void> {
  announceLog()
  moved.announce()
  for (const { id } of made) events.emit('terminal.changed', { id, tank_ids: [] })
  // The answer must be sent even when the evaluation fails: only it shows the keys.
  await evaluateTanks(moved.tank_ids).catch((error: unknown) =>
    log.error({ err: error }, 'tanks could not be evaluated'),
  )
  // A device that gets its key at once must also be admitted at once.
  await directorySettled()
}

const SECONDS = ['expected_interval_seconds', 'offline_after_seconds'] as const

/** Reads a row as `POST /api/iots` reads a body. `tanks`: the existing tanks that the file names, by code. */
function readTerminalRow(
  row: TerminalTableRow,
  tanks: ReadonlyMap<string, { id: number; code: string }>,
): ReadBulkRow<NewTerminal> {
  const { code = '', status, tank_code, ip_address, device_eui } = row.cells
  const tank = tanks.get(tank_code ?? '') ?? null
  const isWholeNumber = (cell: string | undefined) => cell === undefined || /^\d+$/.test(cell)
  const seconds = (cell: string | undefined) => (cell !== undefined && isWholeNumber(cell) ? Number(cell) : undefined)
  const { input, ...read } = readRow(row, TerminalInput, {
    code,
    status: statusIn(status),
    ...Object.fromEntries(SECONDS.map((field) => [field, seconds(row.cells[field])])),
    ip_address,
    device_eui,
  })
  for (const field of SECONDS) if (!isWholeNumber(row.cells[field])) complain(read, field, 'not_a_whole_number')
  if (tank_code !== undefined && !tank) complain(read, 'tank_code', 'unknown_tank')
  return { ...read, input: input && { columns: newTerminalColumns(input), tank } }
}

import type { TERMINAL_BULK_COLUMNS } from '@dalyan/contracts/bulk'
import { TerminalInput } from '@dalyan/contracts/terminals'
import { complain, readRow, statusIn, type BulkRow } from '../../core/bulk/bulk-row.ts'
import type { TableRow } from '../../core/bulk/read-table.ts'
import { newTerminalColumns } from './make-terminals.ts'
import type { TerminalColumns } from './terminals.repository.ts'

type Column = (typeof TERMINAL_BULK_COLUMNS)[number]['field']
type TankRef = { id: number; code: string }

const SECONDS = ['expected_interval_seconds', 'offline_after_seconds'] as const

export interface WantedTerminal {
  columns: TerminalColumns
  tank: TankRef | null
}

/** Reads a row as `POST /api/iots` reads a body. `tanks`: the existing tanks that the file names, by code. */
export function readTerminalRow(row: TableRow<Column>, tanks: ReadonlyMap<string, TankRef>): BulkRow<WantedTerminal> {
  const { code = '', status, tank_code, ip_address } = row.cells
  const tank = tanks.get(tank_code ?? '') ?? null
  const isWhole = (cell: string | undefined) => cell === undefined || /^\d+$/.test(cell)
  const seconds = (cell: string | undefined) => (cell !== undefined && isWhole(cell) ? Number(cell) : undefined)
  const { input, ...read } = readRow(row, TerminalInput, {
    code,
    status: statusIn(status),
    ...Object.fromEntries(SECONDS.map((field) => [field, seconds(row.cells[field])])),
    ip_address,
  })
  for (const field of SECONDS) if (!isWhole(row.cells[field])) complain(read, field, 'not_a_whole_number')
  if (tank_code !== undefined && !tank) complain(read, 'tank_code', 'unknown_tank')
  return { ...read, input: input && { columns: newTerminalColumns(input), tank } }
}

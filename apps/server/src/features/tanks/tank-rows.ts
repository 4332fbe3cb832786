import type { TANK_BULK_COLUMNS } from '@dalyan/contracts/bulk'
import { TankInput } from '@dalyan/contracts/tanks'
import { complain, readRow, statusIn, type BulkRow } from '../../core/bulk/bulk-row.ts'
import type { TableRow } from '../../core/bulk/read-table.ts'
import type { Assigned } from '../terminals/assignments.sql.ts'
import type { SpellPlace } from './known-places.ts'
import { newTankColumns, type WantedTank } from './make-tanks.ts'
import { stateProblem } from './tanks.rules.ts'

export type TankTableRow = TableRow<(typeof TANK_BULK_COLUMNS)[number]['field']>

/** The existing records that a file names: firms and terminals by code, templates by name as written in the file. */
export interface Named {
  firms: ReadonlyMap<string, number>
  templates: ReadonlyMap<string, number>
  terminals: ReadonlyMap<string, Assigned>
  spell: SpellPlace
}

const COLUMN_OF = { firm_id: 'firm_code', range_template_id: 'range_template', iot_ids: 'iot_codes' }

/** The terminal codes in a cell, without duplicates. */
export function terminalCodes(cell = ''): string[] {
  return [...new Set(cell.split(/[\s|,;]+/).filter((code) => code !== ''))]
}

/** Parses a row like the body of `POST /api/tanks`, with the same validation. */
export function readTankRow(row: TankTableRow, { firms, templates, terminals, spell }: Named): BulkRow<WantedTank> {
  const { code = '', name, firm_code, range_template, iot_codes, status, location, address, notes } = row.cells
  const firm_id = firms.get(firm_code ?? '')
  const range_template_id = templates.get(range_template ?? '')
  const codes = terminalCodes(iot_codes)
  const assigned = codes.flatMap((each) => terminals.get(each) ?? [])
  const { input, ...read } = readRow(
    row,
    TankInput,
    {
      code,
      name,
      firm_id,
      range_template_id,
      iot_ids: assigned.map(({ id }) => id),
      status: statusIn(status),
      ...spell(row.cells.province, row.cells.district),
      location,
      address,
      notes,
    },
    COLUMN_OF,
  )
  if (firm_code !== undefined && firm_id === undefined) complain(read, 'firm_code', 'unknown_firm')
  if (range_template !== undefined && range_template_id === undefined)
    complain(read, 'range_template', 'unknown_range_template')
  const unknown = codes.filter((each) => !terminals.has(each))
  if (unknown.length > 0) complain(read, 'iot_codes', 'unknown_terminals', { codes: unknown.join(', ') })

  if (!input) return { ...read, input }
  const columns = newTankColumns(input)
  const problem = stateProblem(
    null,
    columns,
    assigned.map((terminal) => terminal.status),
  )
  if (problem) complain(read, problem.field, problem.code)
  return { ...read, input: { columns, terminals: assigned } }
}

/** A terminal can be on one tank only: rows after the first that names it are refused. */
export function refuseSharedTerminals(rows: readonly BulkRow<WantedTank>[]): void {
  const first = new Map<string, number>()
  for (const row of rows) {
    for (const { code } of row.input?.terminals ?? []) {
      const line = first.get(code)
      if (line === undefined) first.set(code, row.line)
      else complain(row, 'iot_codes', 'terminal_twice_in_file', { code, line })
    }
  }
}

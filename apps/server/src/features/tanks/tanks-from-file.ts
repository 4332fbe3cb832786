import { TANK_BULK_COLUMNS, type BulkInput } from '@dalyan/contracts/bulk'
import { isKeepable } from '@dalyan/contracts/codes'
import { TankInput } from '@dalyan/contracts/tanks'
import { allOrNothing, type BulkOutcome } from '../../core/bulk/all-or-nothing.ts'
import { complain, readRow, refuseRepeated, refuseTaken, statusIn, type ReadBulkRow } from '../../core/bulk/bulk-row.ts'
import { readTable, type TableRow } from '../../core/bulk/read-table.ts'
import type { Connection } from '../../core/database/database.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { userAction } from '../../core/log-entries.ts'
import type { Assigned } from '../terminals/assignments.sql.ts'
import { knownPlaces, type SpellPlace } from './known-places.ts'
import { tanksRepository } from './tanks.repository.ts'
import { stateProblem } from './tanks.rules.ts'
import { afterTankChange, insertTanks, newTankColumns, type NewTank, type TankNeeds } from './tanks.service.ts'

type TankTableRow = TableRow<(typeof TANK_BULK_COLUMNS)[number]['field']>

/** The existing records that a file names, as written in it: firms by code or name, terminals by code, templates by name. */
interface Named {
  firms: ReadonlyMap<string, number | null>
  templates: ReadonlyMap<string, number>
  terminals: ReadonlyMap<string, Assigned>
  spell: SpellPlace
}

/** Creates the tanks of a file with their terminals: all of them, or none. */
export async function createTanksFromFile(
  needs: TankNeeds,
  { csv, dry_run: isDryRun }: BulkInput,
  user: Pick<SignedIn, 'id' | 'name'>,
): Promise<BulkOutcome<number>> {
  const { rows, ignored_columns } = readTable(csv, TANK_BULK_COLUMNS)
  const spell = await knownPlaces()
  const action = userAction(user, needs.clock)
  const { rows: validated, made } = await allOrNothing(needs.database, {
    isDryRun,
    validate: async (on) => {
      if (!isDryRun) await needs.assignments(on).lock()
      return validate(needs, on, rows, spell)
    },
    write: (on, tanks) => insertTanks(needs, on, tanks, action),
  })
  if (made) await afterTankChange(needs, made)
  return { rows: validated, made: made?.ids ?? null, ignored_columns }
}

async function validate(
  { findFirms, findTemplates, assignments }: TankNeeds,
  on: Connection,
  rows: readonly TankTableRow[],
  spell: SpellPlace,
): Promise<ReadBulkRow<NewTank>[]> {
  const named = (column: 'firm_code' | 'range_template' | 'iot_codes') => [
    ...new Set(rows.flatMap(({ cells }) => cells[column] ?? []).filter(isKeepable)),
  ]
  const firms = await findFirms(on, named('firm_code'))
  const templates = await findTemplates(on, named('range_template'))
  const terminals = await assignments(on).findByCodes(named('iot_codes').flatMap(terminalCodes))
  const read = rows.map((row) => readTankRow(row, { firms, templates, terminals, spell }))
  const live = await tanksRepository(on).findByCode(read.flatMap(({ input }) => input?.columns.code ?? []))
  refuseRepeated(read)
  refuseTaken(read, new Set(live.keys()))
  refuseSharedTerminals(read)
  return read
}

const COLUMN_OF = { firm_id: 'firm_code', range_template_id: 'range_template', iot_ids: 'iot_codes' }

/** The terminal codes in a cell, without duplicates. */
function terminalCodes(cell = ''): string[] {
  return [...new Set(cell.split(/[\s|,;]+/).filter((code) => code !== ''))]
}

/** Parses a row like the body of `POST /api/tanks`, with the same validation. */
function readTankRow(row: TankTableRow, { firms, templates, terminals, spell }: Named): ReadBulkRow<NewTank> {
  const { code = '', name, firm_code, range_template, iot_codes, status, location, address, notes } = row.cells
  const firm = firm_code === undefined ? undefined : firms.get(firm_code)
  const range_template_id = templates.get(range_template ?? '')
  const codes = terminalCodes(iot_codes)
  const assigned = codes.flatMap((each) => terminals.get(each) ?? [])
  const { input, ...read } = readRow(
    row,
    TankInput,
    {
      code,
      name,
      firm_id: firm ?? undefined,
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
  if (firm_code !== undefined && firm === undefined) complain(read, 'firm_code', 'unknown_firm')
  if (firm === null) complain(read, 'firm_code', 'several_firms')
  if (range_template !== undefined && range_template_id === undefined)
    complain(read, 'range_template', 'unknown_range_template')
  const unknown = codes.filter((each) => !terminals.has(each))
  if (unknown.length > 0) complain(read, 'iot_codes', 'unknown_terminals', { codes: unknown.join(', ') })

  if (!input) return { ...read, input }
  const columns = newTankColumns(input)
  const statuses = assigned.map((terminal) => terminal.status)
  const problem = stateProblem(null, columns, statuses)
  if (problem) complain(read, problem.field, problem.code)
  return { ...read, input: { columns, terminals: assigned } }
}

/** A terminal can be on one tank only: rows after the first that names it are refused. */
function refuseSharedTerminals(rows: readonly ReadBulkRow<NewTank>[]): void {
  const first = new Map<string, number>()
  for (const row of rows) {
    for (const { code } of row.input?.terminals ?? []) {
      const line = first.get(code)
      if (line === undefined) first.set(code, row.line)
      else complain(row, 'iot_codes', 'terminal_twice_in_file', { code, line })
    }
  }
}

import { TANK_BULK_COLUMNS, type BulkInput } from '@dalyan/contracts/bulk'
import { isKeepable } from '@dalyan/contracts/codes'
import { allOrNothing } from '../../core/bulk/all-or-nothing.ts'
import type { BulkOutcome } from '../../core/bulk/answer-bulk.ts'
import { refuseRepeated, refuseTaken, type BulkRow } from '../../core/bulk/bulk-row.ts'
import { readTable } from '../../core/bulk/read-table.ts'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import type { assignmentsRepository } from '../terminals/assignments.sql.ts'
import type { ActionContext } from '../terminals/move-terminals.ts'
import type { AfterTankChange } from './after-tank-change.ts'
import { knownPlaces, type SpellPlace } from './known-places.ts'
import type { MakeTanks, WantedTank } from './make-tanks.ts'
import { tanksRepository } from './tanks.repository.ts'
import { readTankRow, refuseSharedTerminals, terminalCodes, type TankTableRow } from './tank-rows.ts'

interface Needs {
  database: Database
  clock: Clock
  assignments: typeof assignmentsRepository
  makeTanks: MakeTanks
  afterChange: AfterTankChange
  /** Finds existing records by code or name, locked against deletion until the transaction ends. */
  findFirms: (on: Connection, codes: readonly string[]) => Promise<ReadonlyMap<string, number>>
  findTemplates: (on: Connection, names: readonly string[]) => Promise<ReadonlyMap<string, number>>
}

export type TanksFromFile = ReturnType<typeof createTanksFromFile>

/** Creates the tanks of a file with their terminals: all of them, or none. */
export function createTanksFromFile(needs: Needs) {
  const { database, clock, assignments, makeTanks, afterChange, findFirms, findTemplates } = needs

  async function validate(
    on: Connection,
    rows: readonly TankTableRow[],
    spell: SpellPlace,
  ): Promise<BulkRow<WantedTank>[]> {
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

  return async (
    { csv, dry_run: isDryRun }: BulkInput,
    { id, name }: Pick<SignedIn, 'id' | 'name'>,
  ): Promise<BulkOutcome<number>> => {
    const { rows, ignored_columns } = readTable(csv, TANK_BULK_COLUMNS)
    const spell = await knownPlaces()
    const hand: ActionContext = { by: { type: 'user', id, name }, at: instantAt(clock.now()) }
    const { rows: validated, made } = await allOrNothing(database, {
      isDryRun,
      validate: async (on) => {
        if (!isDryRun) await assignments(on).lock()
        return validate(on, rows, spell)
      },
      write: (on, wanted) => makeTanks(on, wanted, hand),
    })
    if (made) await afterChange(made.ids, [made.moved], made.announce)
    return { rows: validated, made: made?.ids ?? null, ignored_columns }
  }
}

import { TERMINAL_BULK_COLUMNS, type BulkInput } from '@dalyan/contracts/bulk'
import { isKeepable } from '@dalyan/contracts/codes'
import { allOrNothing } from '../../core/bulk/all-or-nothing.ts'
import type { BulkOutcome } from '../../core/bulk/answer-bulk.ts'
import { refuseRepeated, refuseTaken } from '../../core/bulk/bulk-row.ts'
import { readTable } from '../../core/bulk/read-table.ts'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import type { Logger } from '../../core/log.ts'
import type { AppEvents } from '../../events.ts'
import { assignmentsRepository } from './assignments.sql.ts'
import type { MadeTerminal, MakeTerminals } from './make-terminals.ts'
import type { ActionContext, Moved, MoveTerminals } from './move-terminals.ts'
import { newTerminalsRepository } from './new-terminals.sql.ts'
import { readTerminalRow, type WantedTerminal } from './terminal-rows.ts'

interface Needs {
  database: Database
  clock: Clock
  events: AppEvents
  log: Logger
  makeTerminals: MakeTerminals
  moveTerminals: MoveTerminals
  /** The tanks with these codes that terminals may be assigned to. */
  findTanks: (on: Connection, codes: readonly string[]) => Promise<ReadonlyMap<string, { id: number; code: string }>>
  evaluateTanks: (tankIds: readonly number[]) => Promise<unknown>
  directorySettled: () => Promise<void>
}

export type TerminalsFromFile = ReturnType<typeof createTerminalsFromFile>

/** Creates all terminals of a file, or none. Only this answer shows their keys. */
export function createTerminalsFromFile(needs: Needs) {
  const { database, clock, events, log, makeTerminals, moveTerminals, findTanks, evaluateTanks, directorySettled } =
    needs

  async function write(on: Connection, wanted: readonly WantedTerminal[], hand: ActionContext) {
    const { made, announce } = await makeTerminals(
      on,
      wanted.map(({ columns }) => columns),
      hand,
    )
    const moves = wanted.flatMap(({ columns: { code, status }, tank }, place) => {
      const id = made[place]?.id
      return tank && id !== undefined ? [{ terminal: { id, code, status, tank: null }, to: tank }] : []
    })
    return { made, announce, moved: await moveTerminals(on, moves, hand) }
  }

  /** Runs after the commit. */
  async function afterChange(made: readonly MadeTerminal[], moved: Moved, announce: () => void): Promise<void> {
    announce()
    moved.announce()
    for (const { id } of made) events.emit('terminal.changed', { id, tank_ids: [] })
    // The answer must be sent even when the evaluation fails: only it shows the keys.
    await evaluateTanks(moved.tank_ids).catch((error: unknown) =>
      log.error({ err: error }, 'tanks could not be evaluated'),
    )
    // A device that gets its key at once must also be admitted at once.
    await directorySettled()
  }

  return async (
    { csv, dry_run: isDryRun }: BulkInput,
    { id, name }: Pick<SignedIn, 'id' | 'name'>,
  ): Promise<BulkOutcome<MadeTerminal>> => {
    const { rows, ignored_columns } = readTable(csv, TERMINAL_BULK_COLUMNS)
    const hand: ActionContext = { by: { type: 'user', id, name }, at: instantAt(clock.now()) }
    const outcome = await allOrNothing(database, {
      isDryRun,
      validate: async (on) => {
        if (!isDryRun) await assignmentsRepository(on).lock()
        const named = rows.flatMap(({ cells }) => cells.tank_code ?? []).filter(isKeepable)
        const tanks = await findTanks(on, named)
        const read = rows.map((row) => readTerminalRow(row, tanks))
        const codes = read.flatMap(({ input }) => input?.columns.code ?? [])
        refuseRepeated(read)
        refuseTaken(read, await newTerminalsRepository(on).findTakenCodes(codes))
        return read
      },
      write: (on, wanted) => write(on, wanted, hand),
    })
    if (outcome.made) await afterChange(outcome.made.made, outcome.made.moved, outcome.made.announce)
    return { rows: outcome.rows, made: outcome.made?.made ?? null, ignored_columns }
  }
}

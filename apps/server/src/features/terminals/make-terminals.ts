import type { TerminalInput } from '@dalyan/contracts/terminals'
import { CodesTaken } from '../../core/bulk/all-or-nothing.ts'
import type { Connection } from '../../core/database/database.ts'
import { withChange } from '../../core/with-change.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import { makeDeviceKey } from './device-key.ts'
import type { ActionContext } from './move-terminals.ts'
import { newTerminalsRepository } from './new-terminals.sql.ts'
import type { TerminalColumns } from './terminals.repository.ts'

export interface MadeTerminal {
  id: number
  code: string
  key: string
}

/** The columns of a new terminal. */
export function newTerminalColumns(input: TerminalInput): TerminalColumns {
  const { tank_id: _, ...written } = input
  return withChange(
    { ip_address: null, expected_interval_seconds: null, offline_after_seconds: null, suspended_until: null },
    written,
  )
}

export type MakeTerminals = ReturnType<typeof createTerminalMaker>

/** Creates terminals with their keys and the first entry of their logs, in the caller's transaction and in the given order. */
export function createTerminalMaker({ terminalLogs }: Pick<LogWriters, 'terminalLogs'>) {
  /** @throws CodesTaken when other live terminals have some of the codes. */
  return async (
    on: Connection,
    terminals: readonly TerminalColumns[],
    { by, at }: ActionContext,
  ): Promise<{ made: MadeTerminal[]; announce: () => void }> => {
    const repository = newTerminalsRepository(on)
    const replaced = await repository.replaceWaiting(terminals, by.id, at)
    const waited = new Set(replaced.map(({ code }) => code))
    const inserted = await repository.insertMany(
      terminals.filter(({ code }) => !waited.has(code)),
      by.id,
      at,
    )
    const ids = new Map([...replaced, ...inserted].map(({ id, code }) => [code, id]))
    const taken = terminals.flatMap(({ code }) => (ids.has(code) ? [] : [code]))
    if (taken.length > 0) throw new CodesTaken(taken)

    const keyed = terminals.map(({ code, status }) => ({ id: ids.get(code) ?? 0, code, status, ...makeDeviceKey() }))
    await repository.insertKeys(
      keyed.map(({ id, hash }) => ({ terminal_id: id, hash })),
      at,
    )
    const entry = { status: 'success' as const, processor: by, event: 'created' as const, created_at: at }
    const announce = await terminalLogs.write(
      on,
      keyed.map(({ id, code, status }) => ({ ...entry, subject: { id, code }, meta: { status } })),
    )
    return { made: keyed.map(({ id, code, key }) => ({ id, code, key })), announce }
  }
}

import type { TerminalLogEvent } from '@dalyan/contracts/logs'
import type { Terminal, TerminalChange, TerminalInput } from '@dalyan/contracts/terminals'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import { AppError, invalidField, notFound } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { checkVersion, type Versioned } from '../../core/versioned.ts'
import { differences, withChange } from '../../core/with-change.ts'
import type { AppEvents } from '../../events.ts'
import type { Audit } from '../logs/audit-log.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import { assignmentsRepository } from './assignments.sql.ts'
import { makeDeviceKey } from './device-key.ts'
import { newTerminalColumns, type MakeTerminals } from './make-terminals.ts'
import type { MoveTerminals } from './move-terminals.ts'
import { terminalsRepository, type LockedTerminal, type TerminalColumns } from './terminals.repository.ts'
import { suspensionProblem } from './terminals.rules.ts'

const OLD_KEY_LASTS_MS = 7 * 86_400_000

interface Needs extends Pick<LogWriters, 'terminalLogs'> {
  database: Database
  clock: Clock
  events: AppEvents
  makeTerminals: MakeTerminals
  moveTerminals: MoveTerminals
  /** The tank that terminals may be assigned to; undefined also when deleted. */
  findTank: (on: Connection, id: number) => Promise<{ id: number; code: string } | undefined>
  /** Evaluates tanks by their current terminals, after the commit. */
  evaluateTanks: (tankIds: readonly number[]) => Promise<unknown>
  /**
   * Resolves once the directory of terminals has read the announced changes, so that a blocked terminal is refused before the answer is
   * sent.
   */
  directorySettled: () => Promise<void>
  audit: Audit
}

type Caller = Pick<SignedIn, 'id' | 'name'>

export type TerminalsService = ReturnType<typeof createTerminalsService>

export function createTerminalsService(needs: Needs) {
  const { database, clock, events, terminalLogs, makeTerminals, moveTerminals, findTank, evaluateTanks } = needs
  const { directorySettled, audit } = needs
  const nowInstant = () => instantAt(clock.now())

  async function found(id: number): Promise<Versioned<Terminal>> {
    const terminal = await terminalsRepository(database).findVersioned(id, 'all', nowInstant())
    if (!terminal) throw notFound()
    return terminal
  }

  function checkSuspension({ status, suspended_until }: TerminalColumns): void {
    const problem = suspensionProblem(status, suspended_until)
    if (problem) throw invalidField('suspended_until', problem)
  }

  /** Assigns the terminal to the named tank; undefined: it stays on its tank. */
  async function assign(on: Connection, id: number, tankId: number | null | undefined, caller: Caller, at: string) {
    const [terminal] = await assignmentsRepository(on).findByIds([id])
    if (!terminal || tankId === undefined) return { tank_ids: [], announce: () => undefined, stays: terminal?.tank?.id }
    const tank = tankId === null ? null : await findTank(on, tankId)
    if (tank === undefined) throw invalidField('tank_id', 'unknown_tank')
    const moved = await moveTerminals(on, [{ terminal, to: tank }], { by: userProcessor(caller), at })
    return { ...moved, stays: tank?.id }
  }

  async function locked(on: Connection, id: number): Promise<LockedTerminal> {
    const terminal = await terminalsRepository(on).lockById(id)
    if (!terminal) throw notFound()
    return terminal
  }

  async function lockLive(on: Connection, id: number): Promise<LockedTerminal> {
    const terminal = await locked(on, id)
    if (terminal.status === 'deleted') throw new AppError(409, 'record_deleted')
    return terminal
  }

  function changed(before: LockedTerminal, change: Partial<TerminalColumns>): LockedTerminal {
    const after = withChange(before, change)
    // An end that the caller did not name is removed with its suspension.
    if (after.status !== 'suspended' && change.suspended_until === undefined) after.suspended_until = null
    checkSuspension(after)
    return after
  }

  /** `statusEvent`: the log's event for a change of status. */
  async function save(
    on: Connection,
    before: LockedTerminal,
    after: LockedTerminal,
    { caller, at, statusEvent = 'status_changed' }: { caller: Caller; at: string; statusEvent?: TerminalLogEvent },
  ) {
    const { status, ...changes } = differences(before, after)
    const { id, version: _, ...columns } = after
    const takesCode = before.code !== after.code || before.status === 'deleted'
    if (takesCode) await terminalsRepository(on).removeWaiting(after.code, id)
    await terminalsRepository(on).update(id, columns, caller.id, at)
    const entry = {
      subject: { id, code: after.code },
      status: 'success' as const,
      processor: userProcessor(caller),
      created_at: at,
    }
    return terminalLogs.write(on, [
      ...(status ? [{ ...entry, event: statusEvent, meta: { ...status, until: after.suspended_until } }] : []),
      ...(Object.keys(changes).length > 0 ? [{ ...entry, event: 'updated' as const, meta: { changes } }] : []),
    ])
  }

  /** Runs after the commit: announces the change and evaluates the tanks. */
  async function afterChange(
    id: number,
    moved: { tank_ids: readonly number[]; announce: () => void; stays?: number | undefined },
    announceLog: () => void,
  ): Promise<void> {
    announceLog()
    moved.announce()
    const tankIds = [...new Set([...moved.tank_ids, ...(moved.stays === undefined ? [] : [moved.stays])])]
    events.emit('terminal.changed', { id, tank_ids: tankIds })
    await evaluateTanks(tankIds)
  }

  return {
    /** Only this answer shows the key. */
    async create(input: TerminalInput, caller: Caller): Promise<Versioned<Terminal> & { key: string }> {
      const at = nowInstant()
      const columns = newTerminalColumns(input)
      checkSuspension(columns)
      const { terminal, moved, announceLog } = await database.transact(async (on) => {
        await assignmentsRepository(on).lock()
        const { made, announce } = await makeTerminals(on, [columns], { by: userProcessor(caller), at })
        const terminal = made[0] ?? { id: 0, key: '' }
        return { terminal, announceLog: announce, moved: await assign(on, terminal.id, input.tank_id, caller, at) }
      })
      await afterChange(terminal.id, moved, announceLog)
      return { ...(await found(terminal.id)), key: terminal.key }
    },

    /** `expected`: the version that the user edited; 412 when it is no longer current. */
    async update(
      id: number,
      { tank_id, ...change }: TerminalChange,
      caller: Caller,
      expected?: number,
    ): Promise<Versioned<Terminal>> {
      const at = nowInstant()
      const { moved, announceLog } = await database.transact(async (on) => {
        await assignmentsRepository(on).lock()
        const before = await lockLive(on, id)
        checkVersion(before, expected)
        return {
          announceLog: await save(on, before, changed(before, withChange({}, change)), { caller, at }),
          moved: await assign(on, id, tank_id, caller, at),
        }
      })
      await afterChange(id, moved, announceLog)
      await directorySettled()
      return found(id)
    },

    /** The terminal leaves its tank, is refused from now on, and is read-only; its measurements stay. */
    async remove(id: number, caller: Caller): Promise<void> {
      const at = nowInstant()
      const { moved, announceLog } = await database.transact(async (on) => {
        await assignmentsRepository(on).lock()
        const before = await lockLive(on, id)
        const moved = await assign(on, id, null, caller, at)
        const after = changed(before, { status: 'deleted' })
        return { moved, announceLog: await save(on, before, after, { caller, at, statusEvent: 'deleted' }) }
      })
      await afterChange(id, moved, announceLog)
      await directorySettled()
    },

    /** A restored terminal is inactive, on no tank, and has its keys; 409 when another terminal has its code by then. */
    async restore(id: number, caller: Caller): Promise<Versioned<Terminal>> {
      const at = nowInstant()
      const announceLog = await database.transact(async (on) => {
        const before = await locked(on, id)
        if (before.status !== 'deleted') throw new AppError(409, 'record_not_deleted')
        const after = changed(before, { status: 'inactive' })
        return save(on, before, after, { caller, at, statusEvent: 'restored' })
      })
      await afterChange(id, { tank_ids: [], announce: () => undefined }, announceLog)
      return found(id)
    },

    /** Creates a new key; the old one works for seven more days, or ends at once. */
    async rotateKey(id: number, { revokeOld }: { revokeOld: boolean }, caller: UserActor): Promise<{ key: string }> {
      const now = clock.now()
      const at = instantAt(now)
      const { key, hash } = makeDeviceKey()
      const announceLog = await database.transact(async (on) => {
        const terminals = terminalsRepository(on)
        const terminal = await lockLive(on, id)
        if (revokeOld) await terminals.removeKeys(id)
        else await terminals.expireKeys(id, instantAt(now + OLD_KEY_LASTS_MS), at)
        await terminals.insertKey(id, hash, at)
        await audit(on, caller, {
          event: 'terminal_key_rotated',
          target: { kind: 'terminal', id, name: terminal.code },
          after: { revoke_old: revokeOld },
        })
        const subject = { id, code: terminal.code }
        const entry = {
          subject,
          status: 'success' as const,
          processor: userProcessor(caller),
          event: 'key_rotated' as const,
          created_at: at,
        }
        return terminalLogs.write(on, [{ ...entry, meta: { revoke_old: revokeOld } }])
      })
      announceLog()
      events.emit('terminal.changed', { id, tank_ids: [] })
      await directorySettled()
      return { key }
    },
  }
}

function userProcessor({ id, name }: Caller) {
  return { type: 'user' as const, id, name }
}

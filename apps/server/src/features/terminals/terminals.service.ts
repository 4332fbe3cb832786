import type { Terminal, TerminalChange, TerminalInput } from '@dalyan/contracts/terminals'
import { CodesTaken } from '../../core/bulk/all-or-nothing.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { invalidField } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import type { FirmScope, SignedIn } from '../../core/http/signed-in.ts'
import { changeEntries, logEntry, systemAction, userAction, type UserAction } from '../../core/log-entries.ts'
import { requireDeleted, requireFound, requireLive, withChange, type Versioned } from '../../core/records.ts'
import type { settingsRepository } from '../settings/settings.repository.ts'
import { assignmentsRepository } from './assignments.sql.ts'
import { makeDeviceKey } from './device-key.ts'
import { keyProfilesRepository } from './key-profiles/key-profiles.repository.ts'
import { moveTerminals, type Moved, type MoveNeeds } from './move-terminals.ts'
import { newTerminalsRepository } from './new-terminals.sql.ts'
import {
  deviceEuiTaken,
  terminalsRepository,
  type LockedTerminal,
  type TerminalColumns,
} from './terminals.repository.ts'

const OLD_KEY_LASTS_MS = 7 * 86_400_000

export interface TerminalNeeds extends MoveNeeds {
  settings: typeof settingsRepository
  /** The tanks that terminals may be assigned to, by id and by code. */
  findTank: (on: Connection, id: number) => Promise<{ id: number; code: string } | undefined>
  findTanks: (on: Connection, codes: readonly string[]) => Promise<ReadonlyMap<string, { id: number; code: string }>>
  /** Evaluates tanks by their current terminals, after the commit. */
  evaluateTanks: (tankIds: readonly number[]) => Promise<unknown>
  /**
   * Resolves once the directory of terminals has read the announced changes, so that a blocked terminal is refused before the answer is
   * sent.
   */
  directorySettled: () => Promise<void>
}

type Caller = Pick<SignedIn, 'id' | 'name'>

/** A terminal as a caller of these firms may see it; undefined: it does not exist, or the caller may not see it. */
export function findTerminal(
  { database, clock }: Pick<TerminalNeeds, 'database' | 'clock'>,
  id: number,
  firms: FirmScope,
): Promise<Versioned<Terminal> | undefined> {
  return terminalsRepository(database).findById(id, firms, instantAt(clock.now()))
}

export async function getTerminal(needs: TerminalNeeds, id: number, firms: FirmScope): Promise<Versioned<Terminal>> {
  return requireFound(await findTerminal(needs, id, firms))
}

/** Only this answer shows the key. */
export async function createTerminal(
  needs: TerminalNeeds,
  input: TerminalInput,
  caller: Caller,
): Promise<Versioned<Terminal> & { key: string }> {
  const action = userAction(caller, needs.clock)
  const columns = newTerminalColumns(input)
  checkSuspension(columns)
  const { id, key, ...change } = await needs.database.transact(async (on) => {
    await assignmentsRepository(on).lock()
    await checkKeyProfile(on, columns.key_profile_id)
    const { made, announceLog } = await insertTerminals(needs, on, [columns], action)
    const { id, key } = made[0] ?? { id: 0, key: '' }
    return { id, key, announceLog, moved: await assign(needs, on, id, input.tank_id, action) }
  })
  await afterTerminalChange(needs, id, change)
  return { ...(await getTerminal(needs, id, 'all')), key }
}

/** `expected`: the version that the user edited; 412 when it is no longer current. */
export async function updateTerminal(
  needs: TerminalNeeds,
  id: number,
  { tank_id, ...input }: TerminalChange,
  caller: Caller,
  expected?: number,
): Promise<Versioned<Terminal>> {
  const action = userAction(caller, needs.clock)
  const change = await needs.database.transact(async (on) => {
    await assignmentsRepository(on).lock()
    const before = requireLive(await terminalsRepository(on).lockById(id), expected)
    await checkKeyProfile(on, input.key_profile_id)
    const announceLog = await saveTerminal(needs, on, before, withChange({}, input), action)
    return { announceLog, moved: await assign(needs, on, id, tank_id, action) }
  })
  await afterTerminalChange(needs, id, change)
  await needs.directorySettled()
  return getTerminal(needs, id, 'all')
}

/** The terminal leaves its tank, is refused from now on, and is read-only; its measurements stay. */
export async function removeTerminal(needs: TerminalNeeds, id: number, caller: Caller): Promise<void> {
  const action = userAction(caller, needs.clock)
  const change = await needs.database.transact(async (on) => {
    await assignmentsRepository(on).lock()
    const before = requireLive(await terminalsRepository(on).lockById(id))
    const moved = await assign(needs, on, id, null, action)
    return { moved, announceLog: await saveTerminal(needs, on, before, { status: 'deleted' }, action, 'deleted') }
  })
  await afterTerminalChange(needs, id, change)
  await needs.directorySettled()
}

/** A restored terminal is inactive, on no tank, and has its keys; 409 when another terminal has its code by then. */
export async function restoreTerminal(needs: TerminalNeeds, id: number, caller: Caller): Promise<Versioned<Terminal>> {
  const action = userAction(caller, needs.clock)
  const announceLog = await needs.database.transact(async (on) => {
    const before = requireDeleted(await terminalsRepository(on).lockById(id))
    return saveTerminal(needs, on, before, { status: 'inactive' }, action, 'restored')
  })
  await afterTerminalChange(needs, id, { announceLog })
  return getTerminal(needs, id, 'all')
}

/** Creates a new key; the old one works for seven more days, or ends at once. */
export async function rotateKey(
  needs: TerminalNeeds,
  id: number,
  { revokeOld }: { revokeOld: boolean },
  caller: UserActor,
): Promise<{ key: string }> {
  const action = userAction(caller, needs.clock)
  const { key, hash } = makeDeviceKey()
  const announceLog = await needs.database.transact(async (on) => {
    const terminals = terminalsRepository(on)
    const terminal = requireLive(await terminals.lockById(id))
    if (revokeOld) await terminals.removeKeys(id, action.at)
    else await terminals.expireKeys(id, instantAt(Date.parse(action.at) + OLD_KEY_LASTS_MS), action.at)
    await terminals.insertKey(id, hash, action.at)
    const target = { kind: 'terminal' as const, id, name: terminal.code }
    await needs.audit(on, caller, { event: 'terminal_key_rotated', target, after: { revoke_old: revokeOld } })
    return needs.terminalLogs.write(on, [logEntry(terminal, 'key_rotated', action, { revoke_old: revokeOld })])
  })
  await afterTerminalChange(needs, id, { announceLog })
  await needs.directorySettled()
  return { key }
}

/** Ends expired suspensions of terminals; run it every few seconds. */
export async function endTerminalSuspensions(needs: TerminalNeeds): Promise<void> {
  const { database, clock, events, terminalLogs, evaluateTanks } = needs
  const action = systemAction(clock)
  const { ended, announceLog } = await database.transact(async (on) => {
    const rows = await terminalsRepository(on).endSuspensions(action.at)
    const entries = rows.map((terminal) =>
      logEntry(terminal, 'status_changed' as const, action, { from: 'suspended', to: 'active' }),
    )
    return {
      ended: await assignmentsRepository(on).findByIds(rows.map((row) => row.id)),
      announceLog: await terminalLogs.write(on, entries),
    }
  })
  announceLog()
  for (const { id, tank } of ended) events.emit('terminal.changed', { id, tank_ids: tank ? [tank.id] : [] })
  await evaluateTanks([...new Set(ended.flatMap(({ tank }) => tank?.id ?? []))])
}

/** The columns of a new terminal. */
export function newTerminalColumns(input: TerminalInput): TerminalColumns {
  const { tank_id: _, ...written } = input
  return withChange(
    {
      ip_address: null,
      device_eui: null,
      expected_interval_seconds: null,
      offline_after_seconds: null,
      suspended_until: null,
      key_profile_id: null,
    },
    written,
  )
}

export interface MadeTerminal {
  id: number
  code: string
  key: string
}

/**
 * Creates terminals with their keys and the first entry of their logs, in the caller's transaction and in the given order.
 * @throws CodesTaken when other live terminals have some of the codes; 409 when they have some of the LoRaWAN addresses.
 */
export async function insertTerminals(
  { terminalLogs }: TerminalNeeds,
  on: Connection,
  terminals: readonly TerminalColumns[],
  action: UserAction,
): Promise<{ made: MadeTerminal[]; announceLog: () => void }> {
  const { by, at } = action
  const repository = newTerminalsRepository(on)
  const codes = terminals.map(({ code }) => code)
  const euis = terminals.flatMap(({ device_eui }) => device_eui ?? [])
  if ((await repository.findTakenEuis(euis)).size > 0) throw deviceEuiTaken()
  await repository.removeWaitingEuis(euis, codes)
  const replaced = await repository.replaceWaiting(terminals, by.id, at)
  const waited = new Set(replaced.map(({ code }) => code))
  const added = terminals.filter(({ code }) => !waited.has(code))
  const inserted = await repository.insertMany(added, by.id, at)
  const ids = new Map([...replaced, ...inserted].map(({ id, code }) => [code, id]))
  const taken = terminals.flatMap(({ code }) => (ids.has(code) ? [] : [code]))
  if (taken.length > 0) throw new CodesTaken(taken)

  const keyed = terminals.map(({ code, status }) => ({ id: ids.get(code) ?? 0, code, status, ...makeDeviceKey() }))
  const keys = keyed.map(({ id, hash }) => ({ terminal_id: id, hash }))
  await repository.insertKeys(keys, at)
  const entries = keyed.map((terminal) => logEntry(terminal, 'created', action, { status: terminal.status }))
  const announceLog = await terminalLogs.write(on, entries)
  return { made: keyed.map(({ id, code, key }) => ({ id, code, key })), announceLog }
}

async function checkKeyProfile(on: Connection, id: number | null | undefined): Promise<void> {
  if (id && !(await keyProfilesRepository(on).isThere(id))) throw invalidField('key_profile_id', 'unknown_key_profile')
}

function checkSuspension({ status, suspended_until }: TerminalColumns): void {
  if (suspended_until !== null && status !== 'suspended')
    throw invalidField('suspended_until', 'suspended_until_needs_suspended')
}

/** `statusEvent`: the log's event for a change of status. @returns a function to call after the commit. */
async function saveTerminal(
  { terminalLogs }: TerminalNeeds,
  on: Connection,
  before: LockedTerminal,
  change: Partial<TerminalColumns>,
  action: UserAction,
  statusEvent?: 'deleted' | 'restored',
): Promise<() => void> {
  const terminals = terminalsRepository(on)
  const after = withChange(before, change)
  // An end that the caller did not name is removed with its suspension.
  if (after.status !== 'suspended' && change.suspended_until === undefined) after.suspended_until = null
  checkSuspension(after)
  const { id, version: _, ...columns } = after
  const isOther = before.code !== after.code || before.device_eui !== after.device_eui || before.status === 'deleted'
  if (isOther) await terminals.removeWaiting(after, id)
  await terminals.update(id, columns, action.by.id, action.at)
  return terminalLogs.write(on, changeEntries(before, after, action, statusEvent))
}

/** Assigns the terminal to the named tank (undefined: it stays). @returns the tanks that it left, joined or stays on. */
async function assign(
  needs: TerminalNeeds,
  on: Connection,
  id: number,
  tankId: number | null | undefined,
  action: UserAction,
): Promise<Moved> {
  const [terminal] = await assignmentsRepository(on).findByIds([id])
  if (!terminal || tankId === undefined)
    return { tank_ids: terminal?.tank ? [terminal.tank.id] : [], announce: () => undefined }
  const tank = tankId === null ? null : await needs.findTank(on, tankId)
  if (tank === undefined) throw invalidField('tank_id', 'unknown_tank')
  const moved = await moveTerminals(needs, on, [{ terminal, to: tank }], action)
  return { ...moved, tank_ids: [...new Set([...moved.tank_ids, ...(tank ? [tank.id] : [])])] }
}

/** Runs after the commit: announces the change and evaluates the tanks. */
async function afterTerminalChange(
  { events, evaluateTanks }: TerminalNeeds,
  id: number,
  { announceLog, moved }: { announceLog: () => void; moved?: Moved },
): Promise<void> {
  announceLog()
  moved?.announce()
  const tankIds = moved?.tank_ids ?? []
  events.emit('terminal.changed', { id, tank_ids: tankIds })
  await evaluateTanks(tankIds)
}

import type { Tank, TankChange, TankInput } from '@dalyan/contracts/tanks'
import type { Basics } from '../../basics.ts'
import { CodesTaken } from '../../core/bulk/all-or-nothing.ts'
import type { Connection } from '../../core/database/database.ts'
import { AppError, invalidField } from '../../core/errors.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { changeEntries, logEntry, systemAction, userAction, type UserAction } from '../../core/log-entries.ts'
import {
  differences,
  requireDeleted,
  requireFound,
  requireLive,
  withChange,
  type Versioned,
} from '../../core/records.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import type { Assigned } from '../terminals/assignments.sql.ts'
import type { Move, Moved } from '../terminals/move-terminals.ts'
import { findTank, type TankReadNeeds } from './read-tanks.ts'
import { tanksRepository, type LockedTank, type TankColumns } from './tanks.repository.ts'
import { isOperation, stateProblem } from './tanks.rules.ts'

export interface TankNeeds extends Basics, TankReadNeeds, Pick<LogWriters, 'tankLogs'> {
  moveTerminals: (on: Connection, moves: readonly Move[], action: UserAction) => Promise<Moved>
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  hasTemplate: (on: Connection, id: number) => Promise<boolean>
  /** Finds existing records by code or name, locked against deletion until the transaction ends. */
  /** By code or name; null: several firms have this name. */
  findFirms: (on: Connection, given: readonly string[]) => Promise<ReadonlyMap<string, number | null>>
  findTemplates: (on: Connection, names: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** Ends the public links of a tank. */
  endLinks: (on: Connection, tankId: number) => Promise<void>
  /** Evaluates tanks by their current limits, terminals and status, after the commit. */
  evaluateTanks: (tankIds: readonly number[]) => Promise<unknown>
}

type Caller = Pick<SignedIn, 'id' | 'name' | 'firms'>

/** A tank to create, with its terminals. */
export interface NewTank {
  columns: TankColumns
  terminals: readonly Assigned[]
}

/** Tanks written in a transaction, and what to announce after its commit. */
export interface WrittenTanks {
  ids: number[]
  moved?: Moved
  announceLog: () => void
}

export async function getTank(needs: TankNeeds, id: number, { firms }: Pick<SignedIn, 'firms'>) {
  return requireFound(await findTank(needs, id, firms))
}

export async function createTank(needs: TankNeeds, input: TankInput, user: Caller): Promise<Versioned<Tank>> {
  const action = userAction(user, needs.clock)
  const columns = newTankColumns(input)
  const written = await needs.database.transact(async (on) => {
    await needs.assignments(on).lock()
    const terminals = await findTerminals(needs, on, input.iot_ids ?? [])
    await checkTank(needs, on, null, columns, terminals)
    return insertTanks(needs, on, [{ columns, terminals }], action)
  })
  await afterTankChange(needs, written)
  return getTank(needs, written.ids[0] ?? 0, user)
}

/** `expected`: the version that the editor saw. @throws 412 when it is no longer current. */
export async function updateTank(
  needs: TankNeeds,
  id: number,
  { iot_ids, ...change }: TankChange,
  user: SignedIn,
  expected?: number,
): Promise<Versioned<Tank>> {
  const action = userAction(user, needs.clock)
  const written = await needs.database.transact(async (on) => {
    await needs.assignments(on).lock()
    const before = requireLive(await tanksRepository(on).lockById(id, user.firms), expected)
    const after = withChange(before, change)
    // A suspension's end is removed with it, unless the change sets one.
    if (after.status !== 'suspended' && change.suspended_until === undefined) after.suspended_until = null
    const assigned = await needs.assignments(on).findOnTank(id)
    const keepsTerminals = iot_ids === undefined || isSameSet(iot_ids, assigned)
    const changed = [...Object.keys(differences(before, after)), ...(keepsTerminals ? [] : ['iot_ids'])]
    if (!user.permissions.has('tanks.manage') && !isOperation(changed, before.status, after.status))
      throw new AppError(403, 'forbidden')
    const terminals = iot_ids === undefined ? assigned : await findTerminals(needs, on, iot_ids)
    await checkTank(needs, on, before, after, terminals)
    const announceLog = await saveTank(needs, on, before, after, action)
    return { ids: [id], announceLog, moved: await assignTerminals(needs, on, after, terminals, action) }
  })
  await afterTankChange(needs, written)
  return getTank(needs, id, user)
}

/** Makes the tank read-only, frees its terminals and ends its public links; its readings stay. */
export async function removeTank(needs: TankNeeds, id: number, user: Caller): Promise<void> {
  const action = userAction(user, needs.clock)
  const written = await needs.database.transact(async (on) => {
    await needs.assignments(on).lock()
    const before = requireLive(await tanksRepository(on).lockById(id, user.firms))
    const after = withChange(before, { status: 'deleted' as const, suspended_until: null })
    await needs.endLinks(on, id)
    const announceLog = await saveTank(needs, on, before, after, action, 'deleted')
    return { ids: [id], announceLog, moved: await assignTerminals(needs, on, after, [], action) }
  })
  await afterTankChange(needs, written)
}

/**
 * Restores a deleted tank as inactive, without a firm or template that was deleted meanwhile. @throws 409 when
 * another tank has taken its code.
 */
export async function restoreTank(needs: TankNeeds, id: number, user: Caller): Promise<Versioned<Tank>> {
  const { hasFirm, hasTemplate } = needs
  const action = userAction(user, needs.clock)
  const announceLog = await needs.database.transact(async (on) => {
    const before = requireDeleted(await tanksRepository(on).lockById(id, user.firms))
    const { firm_id, range_template_id } = before
    const after = withChange(before, {
      status: 'inactive' as const,
      firm_id: firm_id !== null && (await hasFirm(on, firm_id)) ? firm_id : null,
      range_template_id:
        range_template_id !== null && (await hasTemplate(on, range_template_id)) ? range_template_id : null,
    })
    return saveTank(needs, on, before, after, action, 'restored')
  })
  await afterTankChange(needs, { ids: [id], announceLog })
  return getTank(needs, id, user)
}

/** Ends suspensions of tanks whose time is over; call it every few seconds. */
export async function endTankSuspensions(needs: TankNeeds): Promise<void> {
  const action = systemAction(needs.clock)
  const written = await needs.database.transact(async (on) => {
    const ended = await tanksRepository(on).endSuspensions(action.at)
    const entries = ended.map((tank) =>
      logEntry(tank, 'status_changed' as const, action, { from: 'suspended', to: 'active' }),
    )
    return { ids: ended.map(({ id }) => id), announceLog: await needs.tankLogs.write(on, entries) }
  })
  if (written.ids.length > 0) await afterTankChange(needs, written)
}

const EMPTY: Omit<TankColumns, 'code' | 'name' | 'status'> = {
  firm_id: null,
  range_template_id: null,
  suspended_until: null,
  location: null,
  province: null,
  district: null,
  address: null,
  notes: null,
}

/** The columns of a new tank. */
export function newTankColumns(input: TankInput): TankColumns {
  const { iot_ids: _, ...written } = input
  return withChange(EMPTY, written)
}

/**
 * Creates tanks with the first entries of their logs and assigns their terminals, inside the caller's transaction and
 * with the assignments locked. @throws CodesTaken when other live tanks have some of the codes.
 */
export async function insertTanks(
  { tankLogs, moveTerminals }: TankNeeds,
  on: Connection,
  tanks: readonly NewTank[],
  action: UserAction,
): Promise<WrittenTanks> {
  const columns = tanks.map((tank) => tank.columns)
  const ids = await tanksRepository(on).insertMany(columns, action.by.id, action.at)
  const taken = columns.flatMap(({ code }) => (ids.has(code) ? [] : [code]))
  if (taken.length > 0) throw new CodesTaken(taken)

  const made = tanks.map((tank) => ({ ...tank, id: ids.get(tank.columns.code) ?? 0, code: tank.columns.code }))
  const announceLog = await tankLogs.write(
    on,
    made.map((tank) => logEntry(tank, 'created', action, { status: tank.columns.status, name: tank.columns.name })),
  )
  const moves = made.flatMap(({ id, code, terminals }) => terminals.map((terminal) => ({ terminal, to: { id, code } })))
  return { ids: made.map(({ id }) => id), announceLog, moved: await moveTerminals(on, moves, action) }
}

/** Runs after the commit of a change to tanks: evaluates them, then announces the change. */
export async function afterTankChange(
  { events, evaluateTanks }: Pick<TankNeeds, 'events' | 'evaluateTanks'>,
  { ids, moved, announceLog }: WrittenTanks,
): Promise<void> {
  const tankIds = [...new Set([...ids, ...(moved?.tank_ids ?? [])])]
  try {
    await evaluateTanks(tankIds)
  } finally {
    // The change is committed even if the evaluation failed: the ingest and open pages must learn of it.
    announceLog()
    moved?.announce()
    for (const tankId of tankIds) events.emit('tank.changed', { id: tankId })
  }
}

async function findTerminals({ assignments }: TankNeeds, on: Connection, ids: readonly number[]): Promise<Assigned[]> {
  const wanted = [...new Set(ids)]
  const terminals = await assignments(on).findByIds(wanted)
  if (terminals.length < wanted.length) throw invalidField('iot_ids', 'unknown_terminal')
  return terminals
}

/** Checks the firm, template and status of a new or changed tank. `before`: null for a new one. */
async function checkTank(
  { hasFirm, hasTemplate }: TankNeeds,
  on: Connection,
  before: TankColumns | null,
  after: TankColumns,
  terminals: readonly Assigned[],
): Promise<void> {
  const { firm_id, range_template_id } = after
  if (firm_id !== null && firm_id !== before?.firm_id && !(await hasFirm(on, firm_id)))
    throw invalidField('firm_id', 'unknown_firm')
  const hasNewTemplate = range_template_id !== null && range_template_id !== before?.range_template_id
  if (hasNewTemplate && !(await hasTemplate(on, range_template_id)))
    throw invalidField('range_template_id', 'unknown_range_template')
  const statuses = terminals.map(({ status }) => status)
  const problem = stateProblem(before, after, statuses)
  if (problem) throw invalidField(problem.field, problem.code)
}

/** `statusEvent`: the log event for a change of status. @returns a function to call after the commit. */
async function saveTank(
  { tankLogs }: TankNeeds,
  on: Connection,
  before: LockedTank,
  after: LockedTank,
  action: UserAction,
  statusEvent?: 'deleted' | 'restored',
): Promise<() => void> {
  const { id, version: _, ...columns } = after
  await tanksRepository(on).update(id, columns, action.by.id, action.at)
  return tankLogs.write(on, changeEntries(before, after, action, statusEvent))
}

/** Makes these terminals the only ones on the tank. */
async function assignTerminals(
  { assignments, moveTerminals }: TankNeeds,
  on: Connection,
  { id, code }: LockedTank,
  terminals: readonly Assigned[],
  action: UserAction,
): Promise<Moved> {
  const assigned = await assignments(on).findOnTank(id)
  const leaving = assigned.filter((each) => !terminals.some((terminal) => terminal.id === each.id))
  return moveTerminals(
    on,
    [
      ...leaving.map((terminal) => ({ terminal, to: null })),
      ...terminals.map((terminal) => ({ terminal, to: { id, code } })),
    ],
    action,
  )
}

function isSameSet(ids: readonly number[], assigned: readonly Assigned[]): boolean {
  const set = new Set(ids)
  return set.size === assigned.length && assigned.every(({ id }) => set.has(id))
}

import type { TankLogEvent } from '@dalyan/contracts/logs'
import type { Tank, TankChange, TankInput } from '@dalyan/contracts/tanks'
import type { TerminalStatus } from '@dalyan/contracts/terminals'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import { AppError, invalidField, notFound } from '../../core/errors.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { checkVersion, type Versioned } from '../../core/versioned.ts'
import { differences, withChange } from '../../core/with-change.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import type { assignmentsRepository } from '../terminals/assignments.sql.ts'
import type { ActionContext, MoveTerminals } from '../terminals/move-terminals.ts'
import type { AfterTankChange } from './after-tank-change.ts'
import { newTankColumns, type MakeTanks } from './make-tanks.ts'
import type { TankReader } from './read-tanks.ts'
import { tanksRepository, type LockedTank, type TankColumns } from './tanks.repository.ts'
import { isOperation, stateProblem } from './tanks.rules.ts'

interface Needs extends Pick<LogWriters, 'tankLogs'> {
  database: Database
  clock: Clock
  reader: TankReader
  assignments: typeof assignmentsRepository
  makeTanks: MakeTanks
  moveTerminals: MoveTerminals
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  hasTemplate: (on: Connection, id: number) => Promise<boolean>
  afterChange: AfterTankChange
}

type Caller = Pick<SignedIn, 'id' | 'name' | 'firms'>

export type TanksService = ReturnType<typeof createTanksService>

export function createTanksService(needs: Needs) {
  const {
    database,
    clock,
    reader,
    tankLogs,
    assignments,
    makeTanks,
    moveTerminals,
    afterChange,
    hasFirm,
    hasTemplate,
  } = needs

  function contextOf({ id, name }: Pick<SignedIn, 'id' | 'name'>): ActionContext {
    return { by: { type: 'user', id, name }, at: instantAt(clock.now()) }
  }

  async function found(id: number, user: Pick<SignedIn, 'firms'>): Promise<Versioned<Tank>> {
    const tank = await reader.findVersioned(id, user.firms)
    if (!tank) throw notFound()
    return tank
  }

  /** Checks the firm, template and status of a new or changed tank. `before`: null for a new one. */
  async function check(
    on: Connection,
    before: TankColumns | null,
    after: TankColumns,
    terminals: readonly TerminalStatus[],
  ): Promise<void> {
    if (after.firm_id !== null && after.firm_id !== before?.firm_id && !(await hasFirm(on, after.firm_id))) {
      throw invalidField('firm_id', 'unknown_firm')
    }
    const { range_template_id } = after
    if (
      range_template_id !== null &&
      range_template_id !== before?.range_template_id &&
      !(await hasTemplate(on, range_template_id))
    ) {
      throw invalidField('range_template_id', 'unknown_range_template')
    }
    const problem = stateProblem(before, after, terminals)
    if (problem) throw invalidField(problem.field, problem.code)
  }

  async function terminalsOf(on: Connection, ids: readonly number[]) {
    const wanted = [...new Set(ids)]
    const terminals = await assignments(on).findByIds(wanted)
    if (terminals.length < wanted.length) throw invalidField('iot_ids', 'unknown_terminal')
    return terminals
  }

  /** Makes these terminals the only ones on the tank. */
  async function assignTerminals(
    on: Connection,
    tank: { id: number; code: string },
    wanted: Awaited<ReturnType<typeof terminalsOf>>,
    context: ActionContext,
  ) {
    const assigned = await assignments(on).findOnTank(tank.id)
    const leaving = assigned.filter(({ id }) => !wanted.some((terminal) => terminal.id === id))
    const to = { id: tank.id, code: tank.code }
    const moves = [
      ...leaving.map((terminal) => ({ terminal, to: null })),
      ...wanted.map((terminal) => ({ terminal, to })),
    ]
    return [await moveTerminals(on, moves, context)]
  }

  return {
    async create(input: TankInput, user: Caller): Promise<Versioned<Tank>> {
      const context = contextOf(user)
      const columns = newTankColumns(input)
      const { ids, moved, announce } = await database.transact(async (on) => {
        await assignments(on).lock()
        const terminals = await terminalsOf(on, input.iot_ids ?? [])
        await check(
          on,
          null,
          columns,
          terminals.map(({ status }) => status),
        )
        return makeTanks(on, [{ columns, terminals }], context)
      })
      await afterChange(ids, [moved], announce)
      return found(ids[0] ?? 0, user)
    },

    /** `expected`: the version that the editor saw. @throws 412 when it is no longer current. */
    async update(
      id: number,
      { iot_ids, ...change }: TankChange,
      user: SignedIn,
      expected?: number,
    ): Promise<Versioned<Tank>> {
      const context = contextOf(user)
      const { moves, announceLog } = await database.transact(async (on) => {
        await assignments(on).lock()
        const before = await lockLive(on, id, user)
        checkVersion(before, expected)
        const after = withChange(before, change)
        // A suspension's end is removed with it, unless the change sets one.
        if (after.status !== 'suspended' && change.suspended_until === undefined) after.suspended_until = null
        const assigned = await assignments(on).findOnTank(id)
        const moving =
          iot_ids !== undefined &&
          !isSameSet(
            iot_ids,
            assigned.map((terminal) => terminal.id),
          )
        const changed = [...Object.keys(differences(before, after)), ...(moving ? ['iot_ids'] : [])]
        if (!user.permissions.has('tanks.manage') && !isOperation(changed, before.status, after.status))
          throw new AppError(403, 'forbidden')
        const terminals = iot_ids === undefined ? assigned : await terminalsOf(on, iot_ids)
        await check(
          on,
          before,
          after,
          terminals.map(({ status }) => status),
        )
        return {
          announceLog: await save(on, before, after, context),
          moves: await assignTerminals(on, after, terminals, context),
        }
      })
      await afterChange([id], moves, announceLog)
      return found(id, user)
    },

    /** Makes the tank read-only and frees its terminals; its readings stay. */
    async remove(id: number, user: Caller): Promise<void> {
      const context = contextOf(user)
      const { moves, announceLog } = await database.transact(async (on) => {
        await assignments(on).lock()
        const before = await lockLive(on, id, user)
        const after = withChange(before, { status: 'deleted' as const, suspended_until: null })
        return {
          announceLog: await save(on, before, after, context, 'deleted'),
          moves: await assignTerminals(on, after, [], context),
        }
      })
      await afterChange([id], moves, announceLog)
    },

    /**
     * Restores a deleted tank as inactive, without a firm or template that was deleted meanwhile. @throws 409 when
     * another tank has taken its code.
     */
    async restore(id: number, user: Caller): Promise<Versioned<Tank>> {
      const context = contextOf(user)
      const announceLog = await database.transact(async (on) => {
        const before = await tanksRepository(on).lockById(id, user.firms)
        if (!before) throw notFound()
        if (before.status !== 'deleted') throw new AppError(409, 'record_not_deleted')
        const { firm_id, range_template_id } = before
        const after = withChange(before, {
          status: 'inactive' as const,
          firm_id: firm_id !== null && (await hasFirm(on, firm_id)) ? firm_id : null,
          range_template_id:
            range_template_id !== null && (await hasTemplate(on, range_template_id)) ? range_template_id : null,
        })
        return save(on, before, after, context, 'restored')
      })
      await afterChange([id], [], announceLog)
      return found(id, user)
    },
  }

  async function lockLive(on: Connection, id: number, user: Pick<SignedIn, 'firms'>): Promise<LockedTank> {
    const tank = await tanksRepository(on).lockById(id, user.firms)
    if (!tank) throw notFound()
    if (tank.status === 'deleted') throw new AppError(409, 'record_deleted')
    return tank
  }

  /** `statusEvent`: the log event for a change of status. */
  async function save(
    on: Connection,
    before: LockedTank,
    after: LockedTank,
    { by, at }: ActionContext,
    statusEvent: TankLogEvent = 'status_changed',
  ) {
    const { status, ...changes } = differences(before, after)
    const { id, version: _, ...columns } = after
    await tanksRepository(on).update(id, columns, by.id, at)
    const entry = { subject: { id, code: after.code }, status: 'success' as const, processor: by, created_at: at }
    return tankLogs.write(on, [
      ...(status ? [{ ...entry, event: statusEvent, meta: { ...status, until: after.suspended_until } }] : []),
      ...(Object.keys(changes).length > 0 ? [{ ...entry, event: 'updated' as const, meta: { changes } }] : []),
    ])
  }
}

function isSameSet(a: readonly number[], b: readonly number[]): boolean {
  const set = new Set(a)
  return set.size === b.length && b.every((id) => set.has(id))
}

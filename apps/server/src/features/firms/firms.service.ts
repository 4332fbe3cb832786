import type { Firm, FirmChange, FirmInput } from '@dalyan/contracts/firms'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import { AppError, invalidField, notFound } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { NAMED, stillInUse } from '../../core/still-in-use.ts'
import { checkVersion, withoutVersion, type Versioned } from '../../core/versioned.ts'
import { withChange } from '../../core/with-change.ts'
import type { AppEvents } from '../../events.ts'
import type { Audit, AuditEntry } from '../logs/audit-log.ts'
import { firmsRepository as firms, type FirmColumns } from './firms.repository.ts'

interface Needs {
  database: Database
  clock: Clock
  events: AppEvents
  audit: Audit
}

export type FirmsService = ReturnType<typeof createFirmsService>

/** The tree of firms. Changes run one after the other, so that no two together form a loop. */
export function createFirmsService({ database, clock, events, audit }: Needs) {
  async function found(id: number): Promise<Versioned<Firm>> {
    const firm = await firms(database).findById(id)
    if (!firm) throw notFound()
    return firm
  }

  async function lock(on: Connection, id: number) {
    await firms(on).lockTree()
    const firm = await firms(on).lockById(id)
    if (!firm) throw notFound()
    return firm
  }

  async function lockLive(on: Connection, id: number) {
    const firm = await lock(on, id)
    if (firm.status === 'deleted') throw new AppError(409, 'record_deleted')
    return firm
  }

  async function checkParent(on: Connection, parentId: number | null): Promise<void> {
    if (parentId !== null && !(await firms(on).findRef(parentId))) throw invalidField('parent_id', 'unknown_firm')
  }

  async function save(
    on: Connection,
    before: Awaited<ReturnType<typeof lock>>,
    change: FirmChange | Pick<FirmColumns, 'status' | 'parent_id'>,
    actor: UserActor,
    event: AuditEntry['event'],
  ): Promise<void> {
    const { id, ...columns } = withoutVersion(before)
    const after = withChange(columns, change)
    await firms(on).update(id, after, actor.id, instantAt(clock.now()))
    await audit(on, actor, { event, target: { kind: 'firm', id, name: after.code }, before: columns, after })
  }

  return {
    get: found,

    async create(input: FirmInput, actor: UserActor): Promise<Versioned<Firm>> {
      const { id } = await database.transact(async (on) => {
        await firms(on).lockTree()
        await checkParent(on, input.parent_id ?? null)
        const columns = withChange(EMPTY, input)
        const made = await firms(on).insert(columns, actor.id)
        const target = { kind: 'firm' as const, id: made.id, name: columns.code }
        await audit(on, actor, { event: 'firm_created', target, after: columns })
        return made
      })
      return found(id)
    },

    /** `expected`: the version that the editor saw. @throws 412 when it is no longer current. */
    async update(id: number, change: FirmChange, actor: UserActor, expected?: number): Promise<Versioned<Firm>> {
      const renamed = await database.transact(async (on) => {
        const before = await lockLive(on, id)
        checkVersion(before, expected)
        const { parent_id = before.parent_id } = change
        if (parent_id !== before.parent_id) {
          await checkParent(on, parent_id)
          const below = await firms(on).idsFrom(id)
          if (parent_id !== null && below.includes(parent_id)) throw invalidField('parent_id', 'firm_loop')
        }
        await save(on, before, change, actor, 'firm_updated')
        const { code, name } = withChange(before, change)
        return code === before.code && name === before.name ? [] : firms(on).findTankIds(id)
      })
      events.emit('firm.changed', { id })
      // Tanks show their firm by code and name.
      for (const tankId of renamed) events.emit('tank.changed', { id: tankId })
      return found(id)
    },

    /** @throws 409 with their names while live tanks, users or firms belong to the firm. */
    async remove(id: number, actor: UserActor): Promise<void> {
      await database.transact(async (on) => {
        const before = await lockLive(on, id)
        const dependents = await firms(on).findDependents(id, NAMED + 1)
        if (dependents.length > 0) throw stillInUse('firm_in_use', dependents)
        await save(on, before, { status: 'deleted', parent_id: before.parent_id }, actor, 'firm_deleted')
      })
      events.emit('firm.changed', { id })
    },

    /** Restores a deleted firm as inactive, below its parent if that still exists. @throws 409 when another firm has taken its code. */
    async restore(id: number, actor: UserActor): Promise<Versioned<Firm>> {
      await database.transact(async (on) => {
        const before = await lock(on, id)
        if (before.status !== 'deleted') throw new AppError(409, 'record_not_deleted')
        const parent = before.parent_id === null ? undefined : await firms(on).findRef(before.parent_id)
        await save(on, before, { status: 'inactive', parent_id: parent?.id ?? null }, actor, 'firm_restored')
      })
      events.emit('firm.changed', { id })
      return found(id)
    },
  }
}

const EMPTY: Omit<FirmColumns, 'code' | 'name' | 'type' | 'status'> = {
  parent_id: null,
  notes: null,
  phone: null,
  city: null,
  province: null,
  district: null,
  neighborhood: null,
  country: null,
  postal_code: null,
}

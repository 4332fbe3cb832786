import type { Firm, FirmChange, FirmInput } from '@dalyan/contracts/firms'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { invalidField } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { requireDeleted, requireFound, requireLive, withChange, type Versioned } from '../../core/records.ts'
import { NAMED, stillInUse } from '../../core/still-in-use.ts'
import type { AuditEntry } from '../../core/audit.ts'
import { firmsRepository as firms, type FirmColumns, type LockedFirm } from './firms.repository.ts'

// The tree of firms. Changes run one after the other, so that no two together form a loop.

export async function getFirm({ database }: Basics, id: number): Promise<Versioned<Firm>> {
  return requireFound(await firms(database).findById(id))
}

export async function createFirm(needs: Basics, input: FirmInput, actor: UserActor): Promise<Versioned<Firm>> {
  const { id } = await needs.database.transact(async (on) => {
    await firms(on).lockTree()
    await checkParent(on, input.parent_id ?? null)
    const columns = withChange(EMPTY, input)
    const made = await firms(on).insert(columns, actor.id)
    const target = { kind: 'firm' as const, id: made.id, name: columns.code }
    await needs.audit(on, actor, { event: 'firm_created', target, after: columns })
    return made
  })
  return getFirm(needs, id)
}

/** `expected`: the version that the editor saw. @throws 412 when it is no longer current. */
export async function updateFirm(
  needs: Basics,
  id: number,
  change: FirmChange,
  actor: UserActor,
  expected?: number,
): Promise<Versioned<Firm>> {
  const renamed = await needs.database.transact(async (on) => {
    const before = requireLive(await lock(on, id), expected)
    const { parent_id = before.parent_id } = change
    if (parent_id !== before.parent_id) {
      await checkParent(on, parent_id)
      const below = await firms(on).idsFrom(id)
      if (parent_id !== null && below.includes(parent_id)) throw invalidField('parent_id', 'firm_loop')
    }
    const { code, name } = await save(needs, on, before, change, actor, 'firm_updated')
    return code === before.code && name === before.name ? [] : firms(on).findTankIds(id)
  })
  needs.events.emit('firm.changed', { id })
  // Tanks show their firm by code and name.
  for (const tankId of renamed) needs.events.emit('tank.changed', { id: tankId })
  return getFirm(needs, id)
}

/** @throws 409 with their names while live tanks, users or firms belong to the firm. */
export async function removeFirm(needs: Basics, id: number, actor: UserActor): Promise<void> {
  await needs.database.transact(async (on) => {
    const before = requireLive(await lock(on, id))
    const dependents = await firms(on).findDependents(id, NAMED + 1)
    if (dependents.length > 0) throw stillInUse('firm_in_use', dependents)
    await save(needs, on, before, { status: 'deleted' }, actor, 'firm_deleted')
  })
  needs.events.emit('firm.changed', { id })
}

/** Restores a deleted firm as inactive, below its parent if that still exists. @throws 409 when another firm has taken its code. */
export async function restoreFirm(needs: Basics, id: number, actor: UserActor): Promise<Versioned<Firm>> {
  await needs.database.transact(async (on) => {
    const before = requireDeleted(await lock(on, id))
    const parent = before.parent_id === null ? undefined : await firms(on).findRef(before.parent_id)
    const change = { status: 'inactive' as const, parent_id: parent?.id ?? null }
    await save(needs, on, before, change, actor, 'firm_restored')
  })
  needs.events.emit('firm.changed', { id })
  return getFirm(needs, id)
}

async function lock(on: Connection, id: number): Promise<LockedFirm | undefined> {
  await firms(on).lockTree()
  return firms(on).lockById(id)
}

async function checkParent(on: Connection, parentId: number | null): Promise<void> {
  if (parentId !== null && !(await firms(on).findRef(parentId))) throw invalidField('parent_id', 'unknown_firm')
}

/** Saves and audits a change. @returns the firm's new columns. */
async function save(
  { clock, audit }: Basics,
  on: Connection,
  locked: LockedFirm,
  change: FirmChange | Partial<FirmColumns>,
  actor: UserActor,
  event: AuditEntry['event'],
): Promise<FirmColumns> {
  const { id, version: _, ...before } = locked
  const after = withChange(before, change)
  await firms(on).update(id, after, actor.id, instantAt(clock.now()))
  await audit(on, actor, { event, target: { kind: 'firm', id, name: after.code }, before, after })
  return after
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

import { KeyMap } from '@dalyan/contracts/diagnosis'
import type { AddedNames, KeyProfile, KeyProfileChange, KeyProfileInput } from '@dalyan/contracts/key-profiles'
import type { Connection } from '../../../core/database/database.ts'
import { invalidField } from '../../../core/errors.ts'
import type { UserActor } from '../../../core/http/actor.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'
import { logEntry, userAction, type UserAction } from '../../../core/log-entries.ts'
import { checkVersion, requireFound, withChange, type Versioned } from '../../../core/records.ts'
import { NAMED, stillInUse } from '../../../core/still-in-use.ts'
import { assignmentsRepository } from '../assignments.sql.ts'
import { terminalsRepository } from '../terminals.repository.ts'
import type { TerminalNeeds } from '../terminals.service.ts'
import { keyProfilesRepository, type LockedKeyProfile } from './key-profiles.repository.ts'

// A change applies to the next message of each terminal that uses the profile: the answer waits until the directory of terminals has read it.

/** A profile as a caller of these firms may see it. @throws 404 */
export async function getKeyProfile(
  { database }: Pick<TerminalNeeds, 'database'>,
  id: number,
  firms: FirmScope,
): Promise<Versioned<KeyProfile>> {
  return requireFound(await keyProfilesRepository(database).findById(id, firms))
}

/** @throws 409 when another profile has the name; 422 when one of `iot_ids` is no live terminal. */
export async function createKeyProfile(
  needs: TerminalNeeds,
  { iot_ids = [], ...columns }: KeyProfileInput,
  actor: UserActor,
): Promise<Versioned<KeyProfile>> {
  const action = userAction(actor, needs.clock)
  const { id, announce } = await needs.database.transact(async (on) => {
    await assignmentsRepository(on).lock()
    const id = await keyProfilesRepository(on).insert(columns, actor.id, action.at)
    const target = { kind: 'key_profile' as const, id, name: columns.name }
    await needs.audit(on, actor, { event: 'key_profile_created', target, after: columns })
    return { id, announce: await giveTo(needs, on, id, iot_ids, action) }
  })
  announce()
  return changed(needs, id)
}

/** `expected`: the version that the user edited. @throws 404; 412 when it is no longer current; 409 when another profile has the name. */
export async function updateKeyProfile(
  needs: TerminalNeeds,
  id: number,
  change: KeyProfileChange,
  actor: UserActor,
  expected?: number,
): Promise<Versioned<KeyProfile>> {
  await needs.database.transact(async (on) => {
    const before = requireFound(await keyProfilesRepository(on).lockById(id))
    checkVersion(before, expected)
    await save(needs, on, before, change, actor)
  })
  return changed(needs, id)
}

/** Adds names to the profile, and gives it to the terminals `iot_ids`. @throws 404; 422 when the profile would have too many names. */
export async function addNames(
  needs: TerminalNeeds,
  id: number,
  { map, iot_ids = [] }: AddedNames,
  actor: UserActor,
): Promise<Versioned<KeyProfile>> {
  const action = userAction(actor, needs.clock)
  const announce = await needs.database.transact(async (on) => {
    await assignmentsRepository(on).lock()
    const before = requireFound(await keyProfilesRepository(on).lockById(id))
    const together = { ...before.map, ...map }
    if (!KeyMap.safeParse(together).success) throw invalidField('map', 'key_map_too_long')
    await save(needs, on, before, { map: together }, actor)
    return giveTo(needs, on, id, iot_ids, action)
  })
  announce()
  return changed(needs, id)
}

/** @throws 404; 409 with their codes while live terminals use it. */
export async function removeKeyProfile(needs: TerminalNeeds, id: number, actor: UserActor): Promise<void> {
  await needs.database.transact(async (on) => {
    await assignmentsRepository(on).lock()
    const profiles = keyProfilesRepository(on)
    const { name, map, quality } = requireFound(await profiles.lockById(id))
    const users = await profiles.findTerminals(id, NAMED + 1)
    const dependents = users.map((terminal) => ({ kind: 'terminal' as const, id: terminal.id, name: terminal.code }))
    if (dependents.length > 0) throw stillInUse('key_profile_in_use', dependents)
    await profiles.remove(id)
    const target = { kind: 'key_profile' as const, id, name }
    await needs.audit(on, actor, { event: 'key_profile_deleted', target, before: { name, map, quality } })
  })
}

async function save(
  { clock, audit }: TerminalNeeds,
  on: Connection,
  { id, name, map, quality }: LockedKeyProfile,
  change: KeyProfileChange,
  actor: UserActor,
): Promise<void> {
  const before = { name, map, quality }
  const after = withChange(before, change)
  await keyProfilesRepository(on).update(id, after, actor.id, userAction(actor, clock).at)
  const target = { kind: 'key_profile' as const, id, name: after.name }
  await audit(on, actor, { event: 'key_profile_updated', target, before, after })
}

/** Gives the profile to terminals. @returns a function to call after the commit. */
async function giveTo(
  { terminalLogs, events }: TerminalNeeds,
  on: Connection,
  profileId: number,
  terminalIds: readonly number[],
  action: UserAction,
): Promise<() => void> {
  const ids = [...new Set(terminalIds)]
  if (ids.length === 0) return () => undefined
  const repository = terminalsRepository(on)
  const found = await repository.lockKeyMaps(ids)
  const isLive = found.length === ids.length && found.every(({ status }) => status !== 'deleted')
  if (!isLive) throw invalidField('iot_ids', 'unknown_terminal')
  const others = found.filter(({ key_profile_id }) => key_profile_id !== profileId)
  if (others.length === 0) return () => undefined
  await repository.saveKeyProfile(
    others.map(({ id }) => id),
    profileId,
    action.by.id,
    action.at,
  )
  const entries = others.map((terminal) => {
    const changes = { key_profile_id: { from: terminal.key_profile_id, to: profileId } }
    return logEntry(terminal, 'updated' as const, action, { changes })
  })
  const announceLog = await terminalLogs.write(on, entries)
  return () => {
    announceLog()
    for (const { id } of others) events.emit('terminal.changed', { id, tank_ids: [] })
  }
}

/** Runs after the commit. */
async function changed(needs: TerminalNeeds, id: number): Promise<Versioned<KeyProfile>> {
  needs.events.emit('key_profile.changed', { id })
  await needs.directorySettled()
  return getKeyProfile(needs, id, 'all')
}

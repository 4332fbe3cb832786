import type { OnCallCandidate, OnCallInput, OnCallOrder } from '@dalyan/contracts/notifications'
import type { Basics } from '../../../basics.ts'
import type { Connection } from '../../../core/database/database.ts'
import { invalidField, notFound } from '../../../core/errors.ts'
import type { UserActor } from '../../../core/http/actor.ts'
import type { SignedIn } from '../../../core/http/signed-in.ts'
import { requireFound } from '../../../core/records.ts'
import type { firmsRepository } from '../../firms/firms.repository.ts'
import { ON_CALL_DELAY_MINUTES } from '../queue/notifications.rules.ts'
import { onCallRepository } from './on-call.sql.ts'

export interface OnCallNeeds extends Pick<Basics, 'database' | 'audit'> {
  firms: typeof firmsRepository
}

// The users who are notified of a firm's alarms one after the other while nobody answers.

/** 404 where the caller may not see the firm. */
export async function getOnCall(
  needs: OnCallNeeds,
  firmId: number,
  { firms }: Pick<SignedIn, 'firms'>,
): Promise<OnCallOrder> {
  const isVisible = firms === 'all' || firms.includes(firmId)
  if (!isVisible) throw notFound()
  await firmOf(needs, needs.database, firmId)
  return onCallRepository(needs.database).find(firmId)
}

export async function listOnCallCandidates(
  needs: OnCallNeeds,
  firmId: number,
  search = '',
): Promise<{ data: OnCallCandidate[] }> {
  await firmOf(needs, needs.database, firmId)
  return { data: await onCallRepository(needs.database).findCandidates(firmId, search) }
}

/** Puts a user first in the order of a firm; the one who was first follows. A firm without an order keeps none. */
export async function putFirstOnCall(
  needs: OnCallNeeds,
  on: Connection,
  firmId: number,
  userId: number,
  actor: UserActor,
): Promise<void> {
  const { code } = await firmOf(needs, on, firmId)
  const onCall = onCallRepository(on)
  const before = await onCall.find(firmId)
  const [first] = before.data
  if (!first || first.user.id === userId || !(await onCall.findEligible(firmId, [userId])).has(userId)) return
  const others = before.data.filter(({ user }) => user.id !== userId)
  const entries = [
    { user_id: userId, delay_minutes: first.delay_minutes },
    ...others.map(({ user, delay_minutes }) => ({
      user_id: user.id,
      delay_minutes: user.id === first.user.id ? ON_CALL_DELAY_MINUTES : delay_minutes,
    })),
  ]
  await replaceOrder(needs, on, { id: firmId, code }, before, entries, actor)
}

/** Default delays: the first is notified with the alarm, each other one ten minutes after the one before. */
export async function setOnCall(
  needs: OnCallNeeds,
  firmId: number,
  input: OnCallInput,
  actor: UserActor,
): Promise<OnCallOrder> {
  return needs.database.transact(async (on) => {
    const { code } = await firmOf(needs, on, firmId)
    const ids = input.data.map(({ user_id }) => user_id)
    const eligible = await onCallRepository(on).findEligible(firmId, ids)
    for (const [position, id] of ids.entries()) {
      if (!eligible.has(id)) throw invalidField(`data.${position}.user_id`, 'not_on_call')
      if (ids.indexOf(id) !== position) throw invalidField(`data.${position}.user_id`, 'twice_on_call')
    }
    const entries = input.data.map(({ user_id, delay_minutes }, position) => ({
      user_id,
      delay_minutes: delay_minutes ?? (position === 0 ? 0 : ON_CALL_DELAY_MINUTES),
    }))
    const before = await onCallRepository(on).find(firmId)
    return replaceOrder(needs, on, { id: firmId, code }, before, entries, actor)
  })
}

async function replaceOrder(
  { audit }: OnCallNeeds,
  on: Connection,
  { id, code }: { id: number; code: string },
  before: OnCallOrder,
  entries: Parameters<ReturnType<typeof onCallRepository>['replace']>[1],
  actor: UserActor,
): Promise<OnCallOrder> {
  await onCallRepository(on).replace(id, entries)
  const after = await onCallRepository(on).find(id)
  const target = { kind: 'firm' as const, id, name: code }
  await audit(on, actor, { event: 'on_call_changed', target, before, after })
  return after
}

async function firmOf({ firms }: OnCallNeeds, on: Connection, id: number): Promise<{ code: string }> {
  return requireFound(await firms(on).findRef(id))
}

import type { OnCallCandidate, OnCallInput, OnCallOrder } from '@dalyan/contracts/notifications'
import type { Connection, Database } from '../../../core/database/database.ts'
import { invalidField, notFound } from '../../../core/errors.ts'
import type { UserActor } from '../../../core/http/actor.ts'
import type { SignedIn } from '../../../core/http/signed-in.ts'
import type { firmsRepository } from '../../firms/firms.repository.ts'
import type { Audit } from '../../../core/audit.ts'
import { ON_CALL_DELAY_MINUTES } from '../queue/notifications.rules.ts'
import { onCallRepository } from './on-call.sql.ts'

interface Needs {
  database: Database
  firms: typeof firmsRepository
  audit: Audit
}

export type OnCallService = ReturnType<typeof createOnCallService>

/** The users who are notified of a firm's alarms one after the other while nobody answers. */
export function createOnCallService({ database, firms: firmRows, audit }: Needs) {
  async function firmOf(on: Connection, id: number): Promise<{ code: string }> {
    const firm = await firmRows(on).findRef(id)
    if (!firm) throw notFound()
    return firm
  }

  return {
    /** 404 where the caller may not see the firm. */
    async get(firmId: number, { firms }: Pick<SignedIn, 'firms'>): Promise<OnCallOrder> {
      const isVisible = firms === 'all' || firms.includes(firmId)
      if (!isVisible) throw notFound()
      await firmOf(database, firmId)
      return onCallRepository(database).find(firmId)
    },

    async candidates(firmId: number, search = ''): Promise<{ data: OnCallCandidate[] }> {
      await firmOf(database, firmId)
      return { data: await onCallRepository(database).findCandidates(firmId, search) }
    },

    /** Puts a user first in the order of a firm; the one who was first follows. A firm without an order keeps none. */
    async putFirst(on: Connection, firmId: number, userId: number, actor: UserActor): Promise<void> {
      const { code } = await firmOf(on, firmId)
      const onCall = onCallRepository(on)
      const before = await onCall.find(firmId)
      const [first] = before.data
      if (!first || first.user.id === userId || !(await onCall.findEligible(firmId, [userId])).has(userId)) return
      const others = before.data.filter(({ user }) => user.id !== userId)
      await onCall.replace(firmId, [
        { user_id: userId, delay_minutes: first.delay_minutes },
        ...others.map(({ user, delay_minutes }) => ({
          user_id: user.id,
          delay_minutes: user.id === first.user.id ? ON_CALL_DELAY_MINUTES : delay_minutes,
        })),
      ])
      const target = { kind: 'firm' as const, id: firmId, name: code }
      await audit(on, actor, { event: 'on_call_changed', target, before, after: await onCall.find(firmId) })
    },

    /** Default delays: the first is notified with the alarm, each other one ten minutes after the one before. */
    async set(firmId: number, input: OnCallInput, actor: UserActor): Promise<OnCallOrder> {
      return database.transact(async (on) => {
        const { code } = await firmOf(on, firmId)
        const onCall = onCallRepository(on)
        const ids = input.data.map(({ user_id }) => user_id)
        const eligible = await onCall.findEligible(firmId, ids)
        for (const [position, id] of ids.entries()) {
          if (!eligible.has(id)) throw invalidField(`data.${position}.user_id`, 'not_on_call')
          if (ids.indexOf(id) !== position) throw invalidField(`data.${position}.user_id`, 'twice_on_call')
        }
        const entries = input.data.map(({ user_id, delay_minutes }, position) => ({
          user_id,
          delay_minutes: delay_minutes ?? (position === 0 ? 0 : ON_CALL_DELAY_MINUTES),
        }))
        const before = await onCall.find(firmId)
        await onCall.replace(firmId, entries)
        const after = await onCall.find(firmId)
        const target = { kind: 'firm' as const, id: firmId, name: code }
        await audit(on, actor, { event: 'on_call_changed', target, before, after })
        return after
      })
    },
  }
}

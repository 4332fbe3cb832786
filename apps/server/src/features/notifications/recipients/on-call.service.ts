import type { OnCallCandidate, OnCallInput, OnCallOrder } from '@dalyan/contracts/notifications'
import type { Connection, Database } from '../../../core/database/database.ts'
import { invalidField, notFound } from '../../../core/errors.ts'
import type { UserActor } from '../../../core/http/actor.ts'
import type { SignedIn } from '../../../core/http/signed-in.ts'
import type { Audit } from '../../logs/audit-log.ts'
import { NOTIFIED_ROLES } from './alarm-recipients.repository.ts'
import { onCallRepository } from './on-call.repository.ts'
import { ON_CALL_DELAY_MINUTES } from '../queue/notifications.rules.ts'

interface Needs {
  database: Database
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  audit: Audit
}

export type OnCallService = ReturnType<typeof createOnCallService>

export function createOnCallService({ database, hasFirm, audit }: Needs) {
  async function check(on: Connection, firmId: number, { data }: OnCallInput): Promise<void> {
    const ids = data.map(({ user_id }) => user_id)
    const eligible = await onCallRepository(on).findEligible(firmId, ids, NOTIFIED_ROLES)
    for (const [position, id] of ids.entries()) {
      if (!eligible.has(id)) throw invalidField(`data.${position}.user_id`, 'not_on_call')
      if (ids.indexOf(id) !== position) throw invalidField(`data.${position}.user_id`, 'twice_on_call')
    }
  }

  return {
    /** 404 where the caller may not see the firm. */
    async get(firmId: number, { firms }: Pick<SignedIn, 'firms'>): Promise<OnCallOrder> {
      const isVisible = firms === 'all' || firms.includes(firmId)
      if (!isVisible || !(await hasFirm(database, firmId))) throw notFound()
      return onCallRepository(database).find(firmId)
    },

    async candidates(firmId: number, search = ''): Promise<{ data: OnCallCandidate[] }> {
      if (!(await hasFirm(database, firmId))) throw notFound()
      return { data: await onCallRepository(database).findCandidates(firmId, NOTIFIED_ROLES, search) }
    },

    /** Default delays: the first is notified with the alarm, each other one ten minutes after the one before. */
    async set(firmId: number, input: OnCallInput, actor: UserActor): Promise<OnCallOrder> {
      return database.transact(async (on) => {
        if (!(await hasFirm(on, firmId))) throw notFound()
        await check(on, firmId, input)
        const entries = input.data.map(({ user_id, delay_minutes }, position) => ({
          user_id,
          delay_minutes: delay_minutes ?? (position === 0 ? 0 : ON_CALL_DELAY_MINUTES),
        }))
        const before = await onCallRepository(on).find(firmId)
        await onCallRepository(on).replace(firmId, entries)
        const after = await onCallRepository(on).find(firmId)
        const target = { kind: 'firm' as const, id: firmId, name: await onCallRepository(on).findFirmCode(firmId) }
        await audit(on, actor, { event: 'on_call_changed', target, before, after })
        return after
      })
    },
  }
}

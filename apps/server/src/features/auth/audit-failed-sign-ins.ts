import type { Basics } from '../../basics.ts'
import type { Actor } from '../../core/http/actor.ts'

const PER_MINUTE = 60
const MINUTE_MS = 60_000

export type FailedSignInAudit = ReturnType<typeof createFailedSignInAudit>

/**
 * Writes failed sign-ins to the audit log, at most 60 a minute, so that guessing cannot fill the disk; the next entry
 * counts the omitted ones.
 */
export function createFailedSignInAudit({ database, clock, audit }: Pick<Basics, 'database' | 'clock' | 'audit'>) {
  let minute = { from: 0, count: 0 }
  let leftOut = 0

  return {
    /** @param account `id` null when no account has the email; `name` is the email as given. */
    async record(actor: Actor, account: { id: number | null; name: string }): Promise<void> {
      const now = clock.now()
      if (now >= minute.from + MINUTE_MS || now < minute.from) minute = { from: now, count: 0 }
      minute.count += 1
      if (minute.count > PER_MINUTE) {
        leftOut += 1
        return
      }
      const after = leftOut > 0 ? { left_out: leftOut } : null
      leftOut = 0
      await audit(database, actor, {
        event: 'sign_in_failed',
        status: 'warning',
        target: { kind: 'user', ...account },
        after,
      })
    },
  }
}

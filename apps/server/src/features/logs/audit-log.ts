import type { Audit } from '../../core/audit.ts'
import { type Clock, instantAt } from '../../core/clock.ts'
import { auditLogsRepository } from './audit-logs.sql.ts'
import { changedFields } from './audit-fields.rules.ts'

export function createAudit({ clock }: { clock: Clock }): Audit {
  return async (on, actor, { event, target, status = 'success', ...entry }) => {
    const fields = changedFields(entry.before ?? null, entry.after ?? null)
    if (!fields) return
    await auditLogsRepository(on).insert({
      event,
      target,
      status,
      ...fields,
      actor,
      created_at: instantAt(clock.now()),
    })
  }
}

import type { AuditEvent, AuditTarget, LogStatus } from '@dalyan/contracts/logs'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import type { Actor } from '../../core/http/actor.ts'
import { auditLogsRepository } from './audit-logs.sql.ts'
import { changedFields } from './audit-fields.rules.ts'

export interface AuditEntry {
  event: AuditEvent
  target: AuditTarget | null
  /** The record before the change; omitted when it is created. */
  before?: object | null
  /**
   * The record after the change; omitted when it is removed. When both are given, only differing fields are saved;
   * without a difference no entry is written.
   */
  after?: object | null
  /** `success` by default. */
  status?: LogStatus
}

/** Writes one entry of the audit log inside the caller's transaction, so that no change is committed without it. */
export type Audit = (on: Connection, actor: Actor, entry: AuditEntry) => Promise<void>

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

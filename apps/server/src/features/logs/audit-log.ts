import type { AuditEvent, AuditTarget, LogStatus } from '@dalyan/contracts/logs'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import type { Actor } from '../../core/http/actor.ts'
import { auditLogsRepository } from './audit-logs.sql.ts'
import { changedFields } from './audit-fields.rules.ts'

/** What happened. */
export interface AuditEntry {
  event: AuditEvent
  target: AuditTarget | null
  /** The record as it was; left out where there was none. */
  before?: object | null
  /** The record as it is; left out where it is gone. Where both are given, only what differs is kept, and without a difference nothing is written. */
  after?: object | null
  /** `success` unless said otherwise. */
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

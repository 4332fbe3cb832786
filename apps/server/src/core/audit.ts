import type { LogStatus } from '@dalyan/contracts/log-words'
import type { AuditEvent, AuditTarget } from '@dalyan/contracts/logs'
import type { Connection } from './database/database.ts'
import type { Actor } from './http/actor.ts'

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

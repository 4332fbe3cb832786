import type { AuditLog, LogStatus, ServerLog, ServerLogLevel, TankLog, TerminalLog } from '@dalyan/contracts/logs'

/** One entry of any log, for display. */
export interface LogLine {
  /** Its id or sequence number; newer entries have higher ones. */
  id: number
  at: string
  /** The record concerned; null in the server's log. */
  subject: { id: number | null; code: string } | null
  outcome: LogStatus | ServerLogLevel
  /** The actor. */
  who: string | null
  /** The code of an event, or the server's message. */
  text: string
  details: Readonly<Record<string, unknown>> | null
  isOrphan: boolean
}

function owned(log: TerminalLog | TankLog, subject: LogLine['subject']): LogLine {
  const { id, created_at, status, processor, event, meta } = log
  return {
    id,
    at: created_at,
    subject,
    outcome: status,
    who: processor.name,
    text: event,
    details: meta,
    isOrphan: false,
  }
}

export const terminalLine = (log: TerminalLog): LogLine => owned(log, log.iot)
export const tankLine = (log: TankLog): LogLine => owned(log, log.tank)

export function auditLine({ id, created_at, status, processor, event, target, ...rest }: AuditLog): LogLine {
  const { address, before, after, browser } = rest
  const details = Object.entries({ address, before, after, browser }).filter(([, value]) => value !== null)
  return {
    id,
    at: created_at,
    subject: { id: target?.id ?? null, code: target?.name ?? '' },
    outcome: status,
    who: processor.name,
    text: event,
    details: details.length === 0 ? null : Object.fromEntries(details),
    isOrphan: false,
  }
}

export function serverLine({ seq, created_at, level, message, context, orphan }: ServerLog): LogLine {
  return {
    id: seq,
    at: created_at,
    subject: null,
    outcome: level,
    who: null,
    text: message,
    details: context,
    isOrphan: orphan,
  }
}

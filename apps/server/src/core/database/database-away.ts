const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])
/** A statement or transaction exceeded its time limit: a lock, a hanging disk, or an overloaded machine. */
const TOO_LATE_CODES = new Set(['57014', '25P03'])
/** Read-only: this server is a standby since a switch-over, or its provider allows no writes because the disk is full. */
const READ_ONLY_CODE = '25006'
const CONNECTION_TEXT =
  /query read timeout|connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i

/** Whether the database is unreachable, starting, stopping or read-only, so that a retry makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return (
    CONNECTION_CODES.has(code) ||
    TOO_LATE_CODES.has(code) ||
    code === READ_ONLY_CODE ||
    /^(08|57P|53)/.test(code) ||
    CONNECTION_TEXT.test(error.message)
  )
}

/** The code of an error of PostgreSQL, or of a connection; empty: it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

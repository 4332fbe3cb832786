import type { ErrorCode } from '@dalyan/contracts/errors'

interface Details {
  /** Errors by field; a field's path is joined by dots. */
  fields?: Record<string, ErrorCode | readonly ErrorCode[] | { code: ErrorCode; parts: Record<string, unknown> }>
  /** Values for the `{parts}` of the text. */
  parts?: Record<string, unknown>
  /** Sent as `retry-after`. */
  retryAfterSeconds?: number
  /** More keys of the body, for the answers of the device API. */
  body?: Record<string, unknown>
}

/** A refusal that is shown to the caller: status, stable code, text from the contract. */
export class AppError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly details: Details

  constructor(status: number, code: ErrorCode, details: Details = {}) {
    super(code)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** 404: missing, or not the caller's; both answers are the same. */
export function notFound(): AppError {
  return new AppError(404, 'not_found')
}

/** 409 at one field; the message of the body is the field's own text. */
export function conflictingField(field: string, code: ErrorCode): AppError {
  return new AppError(409, code, { fields: { [field]: code } })
}

/** 409: another live record has the code. */
export function codeTaken(): AppError {
  return conflictingField('code', 'code_taken')
}

/** 422 at one field; the message of the body is the field's own text. */
export function invalidField(field: string, code: ErrorCode, parts: Record<string, unknown> = {}): AppError {
  return new AppError(422, code, { parts, fields: { [field]: { code, parts } } })
}

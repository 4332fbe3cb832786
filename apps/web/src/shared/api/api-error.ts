/** A call that did not succeed. `status` 0: the server could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The stable machine word (decisions §2), `network` where there was no answer. */
  readonly code: string
  /** Texts by field, for forms. */
  readonly errors: Readonly<Record<string, readonly string[]>>

  constructor(status: number, code: string, message: string, errors: Readonly<Record<string, readonly string[]>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldTexts(value: unknown): Record<string, string[]> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([field, texts]) => [field, (Array.isArray(texts) ? texts : [texts]).map(String)]),
  )
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads a refusal (specification §8): the body's `error`, else its `message`, else `HTTP n`; a body that is no JSON is the text itself. */
export function readApiError(status: number, raw: string): ApiError {
  let body: unknown
  try {
    body = JSON.parse(raw)
  } catch {
    return new ApiError(status, 'unreadable', raw.trim() || `HTTP ${status}`)
  }
  if (!isRecord(body)) return new ApiError(status, 'unreadable', `HTTP ${status}`)
  const message = text(body['error']) || text(body['message']) || `HTTP ${status}`
  return new ApiError(status, text(body['code']), message, fieldTexts(body['errors']))
}

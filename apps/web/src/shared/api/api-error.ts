import type { Dependent } from '@dalyan/contracts/errors'

/** A failed call. `status` 0: the server could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The stable error code; `network` when there was no answer. */
  readonly code: string
  /** Texts by field, for forms. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The records that depend on a record and prevent its deletion. */
  readonly dependents: readonly Dependent[]

  constructor(
    status: number,
    code: string,
    message: string,
    errors: Readonly<Record<string, readonly string[]>> = {},
    dependents: readonly Dependent[] = [],
  ) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.dependents = dependents
  }
}

/** The text of the first refused field, else the message: for forms of one value. */
export function refusalText(error: Error): string {
  const [text] = error instanceof ApiError ? Object.values(error.errors).flat() : []
  return text ?? error.message
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

const KINDS: readonly unknown[] = ['tank', 'firm', 'user', 'terminal'] satisfies Dependent['kind'][]

function dependentsOf(value: unknown): Dependent[] {
  return Array.isArray(value) ? value.filter(isDependent) : []
}

function isDependent(value: unknown): value is Dependent {
  return (
    isRecord(value) &&
    KINDS.includes(value['kind']) &&
    typeof value['id'] === 'number' &&
    typeof value['name'] === 'string'
  )
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A message for users is one short line; a longer text is a page or a stack trace. */
const LONGEST_PLAIN_MESSAGE = 200

/**
 * Reads a refusal: the body's `error`, else its `message`, else `HTTP n`. A body that is not JSON is the message if it is a short line of
 * `text/plain`, because users should not see a proxy's page or a stack trace.
 */
export function readApiError(status: number, raw: string, contentType: string | null): ApiError {
  let body: unknown
  try {
    body = JSON.parse(raw)
  } catch {
    return new ApiError(status, 'unreadable', plainMessage(raw.trim(), contentType) ?? `HTTP ${status}`)
  }
  if (!isRecord(body)) return new ApiError(status, 'unreadable', `HTTP ${status}`)
  const message = text(body['error']) || text(body['message']) || `HTTP ${status}`
  return new ApiError(status, text(body['code']), message, fieldTexts(body['errors']), dependentsOf(body['dependents']))
}

function plainMessage(raw: string, contentType: string | null): string | null {
  const isPlain = contentType?.startsWith('text/plain') === true
  return isPlain && raw !== '' && raw.length <= LONGEST_PLAIN_MESSAGE && !/[\r\n<>{}]/.test(raw) ? raw : null
}

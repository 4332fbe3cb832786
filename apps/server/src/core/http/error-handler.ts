import { errorText, type ErrorBody, type ErrorCode, type Language } from '@dalyan/contracts/errors'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { codeOf, isDatabaseAway } from '../database/database-away.ts'
import { AppError } from '../errors.ts'
import { languageOf } from './language.ts'

/** The codes of Fastify's own refusals, by status. */
const FASTIFY_CODES: Record<number, ErrorCode> = {
  400: 'unreadable_json',
  404: 'not_found',
  413: 'too_large',
  415: 'not_json',
  429: 'too_many_requests',
}

/** A path that cannot name a record is answered like a missing record. */
const BAD_PATHS = new Set(['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH'])

/** Whether PostgreSQL refused a value that it cannot store (class 22: a NUL, a lone surrogate, a number out of range). */
export function isDataError(error: unknown): boolean {
  return /^22...$/.test(codeOf(error))
}

/** Turns any error into the refusal that the caller sees; its details stay in the log. */
export function refusalOf(error: unknown, request: Pick<FastifyRequest, 'id' | 'routeOptions'>): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error))
    return new AppError(503, 'not_ready', { retryAfterSeconds: 5 + Math.floor(Math.random() * 10) })
  if (isDataError(error)) return new AppError(422, 'invalid')
  const code = codeOf(error)
  // Class 23 despite the services' own checks: two callers wrote at once.
  if (/^23...$/.test(code)) return new AppError(409, 'stale_edit')
  if (BAD_PATHS.has(code)) return new AppError(404, 'not_found')
  const status = error instanceof Error && 'statusCode' in error ? Number((error as FastifyError).statusCode) : 500
  const known = FASTIFY_CODES[status]
  if (known) return new AppError(status, known, { parts: { limit: `${request.routeOptions.bodyLimit / 1024} KiB` } })
  return new AppError(500, 'internal', { parts: { request_id: request.id } })
}

/** The body of a refusal. It has no `error` key, because the specified client would show that first. */
export function refusalBody(error: AppError, language: Language): ErrorBody & Record<string, unknown> {
  const { fields, parts = {}, body = {} } = error.details
  const message = errorText(error.code, language, parts)
  if (!fields) return { ...body, message, code: error.code }
  const errors = Object.fromEntries(
    Object.entries(fields).map(([field, refusal]) => [field, textsOf(refusal, parts, language)]),
  )
  return { ...body, message, code: error.code, errors }
}

type FieldRefusal = NonNullable<AppError['details']['fields']>[string]

function textsOf(refusal: FieldRefusal, parts: Record<string, unknown>, language: Language): string[] {
  if (typeof refusal === 'string') return [errorText(refusal, language, parts)]
  if ('code' in refusal) return [errorText(refusal.code, language, refusal.parts)]
  return refusal.map((code) => errorText(code, language, parts))
}

/** A call as written to the log: the route's pattern replaces the address, which contains a device's key in ThingsBoard's API. */
function loggedCall({ method, routeOptions, params, ip }: FastifyRequest): Record<string, unknown> {
  const { id } = (params ?? {}) as { id?: string }
  return { method, route: routeOptions.url, id, address: ip }
}

function logFailure(error: unknown, { status }: AppError, request: FastifyRequest): void {
  const call = loggedCall(request)
  // Without a stack, because there are many while the database is away.
  if (status === 503) request.log.warn({ reason: String((error as Error).message), call }, 'a request has to wait')
  // By route, because the logger limits entries of the same text.
  else if (status >= 500)
    request.log.error({ err: error, call }, `a request failed: ${request.method} ${request.routeOptions.url}`)
}

/** The only function that turns an error into an answer. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error, request)
  logFailure(error, refusal, request)
  if (refusal.details.retryAfterSeconds !== undefined)
    void reply.header('retry-after', refusal.details.retryAfterSeconds)
  // A file may fail after its headers are set and before its first byte.
  void reply.removeHeader('content-disposition').type('application/json; charset=utf-8')
  return reply.code(refusal.status).send(refusalBody(refusal, languageOf(request.headers)))
}

const UNREADABLE_STATUS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers bytes that are no HTTP request, in the form of every refusal. They stay out of the log because they may contain a token. */
export function answerUnreadable(error: Error, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const status = UNREADABLE_STATUS[codeOf(error)] ?? '400 Bad Request'
  const body = JSON.stringify(refusalBody(new AppError(Number.parseInt(status, 10), 'unreadable_request'), 'tr'))
  const headers = ['content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`]
  socket.end([`HTTP/1.1 ${status}`, ...headers, 'connection: close', '', body].join('\r\n'))
}

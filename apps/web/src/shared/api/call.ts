import { DISPLAY_HEADER } from '@dalyan/contracts/display-header'
import type { AnswerOf, CallOf, Endpoint } from '@dalyan/contracts/endpoint'
import i18next from 'i18next'
import { learnServerTime } from '../clock/server-clock.ts'
import { learnKept } from '../offline/kept-answers.ts'
import { KEPT_HEADER } from '../offline/kept-names.ts'
import { debugLog } from './debug-log.ts'
import { ApiError, readApiError } from './api-error.ts'
import { takeEarlyAnswer } from './early-answers.ts'
import { sessionToken } from './session-token.ts'

type RequestFields = Readonly<Record<string, unknown>>
interface RequestParts {
  params?: RequestFields
  query?: RequestFields
  body?: unknown
}

/** The arguments of a call; none where the endpoint takes nothing. */
type Arguments<E extends Endpoint> =
  Record<never, never> extends CallOf<E>
    ? [parts?: CallOf<E>, signal?: AbortSignal]
    : [parts: CallOf<E>, signal?: AbortSignal]

/**
 * Calls an endpoint of the contract.
 * @throws ApiError for every refusal, and with status 0 when the server is not reachable.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[parts, signal]: Arguments<E>): Promise<AnswerOf<E>> {
  return await readAnswer(await ask(endpoint, parts ?? {}, signal))
}

/** A record with the tag of its version; null where the server gave none. */
export interface Tagged<R> {
  record: R
  etag: string | null
}

/** As `call`, for a record that may be edited: returns the tag of its version too. */
export async function callTagged<E extends Endpoint>(
  endpoint: E,
  ...[parts, signal]: Arguments<E>
): Promise<Tagged<AnswerOf<E>>> {
  const response = await ask(endpoint, parts ?? {}, signal)
  return { record: await readAnswer<E>(response), etag: response.headers.get('etag') }
}

/** As `call`, refused with 412 when the record is no longer of the version `etag`; null sends no condition. */
export async function callIfMatch<E extends Endpoint>(
  endpoint: E,
  etag: string | null,
  ...[parts]: Arguments<E>
): Promise<AnswerOf<E>> {
  return await readAnswer(await ask(endpoint, parts ?? {}, undefined, etag ? { 'if-match': etag } : {}))
}

/** As `call`, with another token than that of this browser's session. */
export async function callAs<E extends Endpoint>(token: string, endpoint: E): Promise<AnswerOf<E>> {
  return await readAnswer(await ask(endpoint, {}, undefined, tokenHeaders(token)))
}

/** As `call`, by the secret of a display link instead of a session. */
export async function callByDisplayLink<E extends Endpoint>(
  secret: string,
  endpoint: E,
  ...[parts, signal]: Arguments<E>
): Promise<AnswerOf<E>> {
  return await readAnswer(await ask(endpoint, parts ?? {}, signal, { [DISPLAY_HEADER]: secret }, null))
}

/** A file that the server generates while it is read, with its name and media type. */
export interface ComingFile {
  name: string
  type: string
  content: ReadableStream<Uint8Array>
}

/** As `call`, for a generated file of any size; aborting the signal ends it on both sides. */
export async function callFile<E extends Endpoint>(endpoint: E, ...[parts, signal]: Arguments<E>): Promise<ComingFile> {
  return readFile(await ask(endpoint, parts ?? {}, signal))
}

/** As `callFile`, by the secret of a display link instead of a session. */
export async function callFileByDisplayLink<E extends Endpoint>(
  secret: string,
  endpoint: E,
  ...[parts, signal]: Arguments<E>
): Promise<ComingFile> {
  return readFile(await ask(endpoint, parts ?? {}, signal, { [DISPLAY_HEADER]: secret }, null))
}

function readFile({ headers: received, body }: Response): ComingFile {
  const [, name = ''] = /filename="([^"]+)"/.exec(received.get('content-disposition') ?? '') ?? []
  return { name, type: received.get('content-type') ?? '', content: body ?? new Blob().stream() }
}

async function readAnswer<E extends Endpoint>(response: Response): Promise<AnswerOf<E>> {
  // An answer without a body, such as 201 for a created record.
  const text = await response.text()
  try {
    return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<E>
  } catch {
    // A proxy answered with a page of its own: the server was not reached.
    throw new ApiError(0, 'network', i18next.t('errors.network'))
  }
}

async function ask(
  endpoint: Endpoint,
  { params, query, body }: RequestParts,
  signal?: AbortSignal,
  conditions: Record<string, string> = {},
  sentToken = sessionToken.get(),
): Promise<Response> {
  const begun = performance.now()
  const url = address(endpoint.path, params, query)
  const early = endpoint.method === 'GET' ? await takeEarlyAnswer(url, sentToken) : null
  const init: RequestInit = {
    method: endpoint.method,
    headers: { ...headers(endpoint.method, sentToken), ...conditions },
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }
  const response = early?.response ?? (await send(url, init))
  debugLog(endpoint.method, endpoint.path, response.status, `${Math.round(performance.now() - begun)} ms`)
  const date = response.headers.get('date')
  const isKept = response.headers.has(KEPT_HEADER)
  // The date of a cached answer is old.
  if (!isKept) learnServerTime(date, early?.cameAt ?? Date.now())
  learnKept(isKept ? Date.parse(date ?? '') || Date.now() : null)
  if (response.ok) return response

  // The refusal is not about a token that was replaced meanwhile.
  if (response.status === 401 && sentToken !== null && sessionToken.get() === sentToken) sessionToken.lose()
  throw readApiError(response.status, await response.text(), response.headers.get('content-type'))
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'network', i18next.t('errors.network'))
  }
}

/** The headers of every call. */
function headers(method: string, token: string | null): Record<string, string> {
  const xsrf = method === 'GET' ? undefined : cookie('XSRF-TOKEN')
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    'accept-language': i18next.language,
    'cache-control': 'no-cache',
    pragma: 'no-cache',
    ...(xsrf ? { 'x-xsrf-token': xsrf } : {}),
    ...(token ? tokenHeaders(token) : {}),
  }
}

function tokenHeaders(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'x-auth-token': token, 'x-access-token': token }
}

function cookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

/** The path with its `:params` filled in and the query as the server reads it. */
export function address(path: string, params: RequestFields = {}, query: RequestFields = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = Object.entries(query).flatMap(([key, value]) => {
    const text = queryText(value)
    return text === '' ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(text)}`]
  })
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled
}

function queryText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.map(queryText).join(',')
  if (typeof value === 'object' && 'field' in value && 'descending' in value) {
    return `${value.descending ? '-' : ''}${String(value.field)}`
  }
  return String(value)
}

import type { AnswerOf, CallOf, Endpoint } from '@dalyan/contracts/endpoint'
import type { ErrorBody } from '@dalyan/contracts/errors'
import type { RoleName } from '@dalyan/contracts/permissions'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import type { Database } from '../src/core/database/database.ts'
import { makeSecret } from '../src/core/secrets/random-secret.ts'
import { tokenText } from '../src/features/auth/session-token.ts'
import { tokensRepository } from '../src/features/auth/tokens.repository.ts'
import { usersRepository } from '../src/features/users/users.repository.ts'

export interface Reply<B> {
  status: number
  /** Typed as the successful answer, which may be empty; a refusal has `message`, `code` and `errors`. */
  body: ([B] extends [undefined] ? unknown : B) & Partial<ErrorBody>
  headers: Record<string, unknown>
}

type Headers = Record<string, string>
/** Allows undefined for optional fields. */
type LooseCall<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] }
type CallInput<E extends Endpoint> = LooseCall<CallOf<E>> & { headers?: Headers }
type AskArguments<E extends Endpoint> =
  Partial<CallInput<E>> extends CallInput<E> ? [call?: CallInput<E>] : [call: CallInput<E>]
type Ask = <E extends Endpoint>(endpoint: E, ...asked: AskArguments<E>) => Promise<Reply<AnswerOf<E>>>

/** A user who calls the server. The four verbs are the same function, because an endpoint knows its method. */
export interface TestUser {
  id: number
  /** Empty for a visitor. */
  token: string
  get: Ask
  post: Ask
  put: Ask
  delete: Ask
}

/** Expects a refusal for this field alone; `text` only if given. */
export function expectRefused(reply: Reply<unknown>, status: number, field: string, text?: string): void {
  expect(reply.status).toBe(status)
  expect(Object.keys(reply.body.errors ?? {})).toEqual([field])
  if (text) expect(reply.body.errors?.[field]).toEqual([text])
}

/** A user who calls with this token; without one a visitor. */
export function userWith(server: FastifyInstance, id: number, token: string): TestUser {
  const ask = (async (
    endpoint: Endpoint,
    call: Partial<Record<'params' | 'query' | 'body' | 'headers', Record<string, unknown>>> = {},
  ) => {
    const options: InjectOptions = {
      method: endpoint.method,
      url: endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(call.params?.[name]))),
      query: queryOf(call.query ?? {}),
      headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), ...(call.headers as Headers) },
      ...(call.body === undefined ? {} : { payload: call.body }),
    }
    const reply = await server.inject(options)
    return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json(), headers: reply.headers }
  }) as unknown as Ask
  return { id, token, get: ask, post: ask, put: ask, delete: ask }
}

/** Values in the form of a URL: lists by comma, booleans as 1 and 0, sort orders as `-field`. */
function queryOf(values: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === 'sort' ? sortText(value) : valueText(value)]),
  )
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'boolean' ? String(Number(value)) : String(value)
}

function sortText(order: unknown): string {
  if (!Array.isArray(order)) return String(order)
  return (order as { field: string; descending: boolean }[])
    .map(({ field, descending }) => `${descending ? '-' : ''}${field}`)
    .join(',')
}

let made = 0

/** Lets a test move the clock without ending the sessions of its users. */
const NEVER_EXPIRES = '2100-01-01T00:00:00.000Z'

/** The hash of a password that no test knows. */
const UNKNOWN_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$MNW3MpFu3mUIAFG2eicj+A$BWj/RwIAV1JBBszlHVxAA7xaIWwh6n7PdQbAcOZPoWc'

/** Creates an account with a session. No password matches it; the tests of auth cover log-ins. */
export async function makeUser(
  server: FastifyInstance,
  database: Database,
  { role, firm_id = null, name }: { role: RoleName; firm_id?: number | null; name?: string },
): Promise<TestUser> {
  made += 1
  const email = `${role}-${made}@dalyan.test`
  const user = { name: name ?? `${role} ${made}`, email, password_hash: UNKNOWN_PASSWORD_HASH, roles: [role], firm_id }
  const id = await usersRepository(database).insert(user)
  if (id === undefined) throw new Error(`${email} exists`)
  const { secret, hash } = makeSecret()
  const token = { user_id: id, hash, address: '127.0.0.1', agent: null, created_at: NEVER_EXPIRES }
  return userWith(server, id, tokenText(await tokensRepository(database).insert(token), secret))
}

import { DISPLAY_HEADER } from '@dalyan/contracts/display-header'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@dalyan/contracts/endpoint'
import type { Permission } from '@dalyan/contracts/permissions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '../errors.ts'
import { actorOf, type UserActor } from './actor.ts'
import { expectedVersion, setEtag } from './etag.ts'
import { fieldErrors } from './field-errors.ts'
import { sendFile, type FileReply } from './file-reply.ts'
import { languageOf } from './language.ts'
import type { Display, FirmScope, LinkedTank, SignedIn } from './signed-in.ts'

/**
 * Who may call: everybody (`public`); every signed-in user (`session`: even before a temporary password is changed); visitors with the display link
 * of a tank (`tank_link`), and no user; or users with the permission, or with one of several.
 */
export type Guard =
  | 'public'
  | 'session'
  | 'signed_in'
  | 'tank_link'
  | Permission
  | readonly Permission[]
  | OrDisplayLink

/** Users with the permission, and screens with the display link of an overview, which read what it shows and nothing else. */
interface OrDisplayLink {
  permission: Permission
  orDisplayLink: true
}

export function orDisplayLink(permission: Permission): OrDisplayLink {
  return { permission, orDisplayLink: true }
}

/** Whether `user` may be null: the call is open to callers without a session. */
type IsOpen<G extends Guard> = G extends 'public' | 'tank_link' | OrDisplayLink ? true : false
type UserOf<G extends Guard> = IsOpen<G> extends true ? SignedIn | null : SignedIn

export interface Call<E extends Endpoint, G extends Guard> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  user: UserOf<G>
  /** The records that the caller may see: those of the user, or of the display link; a visitor sees none. */
  firms: FirmScope
  /** The tank of the caller's link; null for all other callers. */
  tank: G extends 'tank_link' ? LinkedTank : LinkedTank | null
  /** The user as the audit log names the caller. */
  actor: IsOpen<G> extends true ? UserActor | null : UserActor
  /** The version of the record that the caller's `If-Match` expects; undefined: any. */
  expected: number | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * An answer that is JSON already, built by the database or by a feature for thousands of rows: parsing, checking and serialising them would
 * delay all other callers. It must be built in the contract's shape field by field, because it is not checked again.
 */
export class JsonText {
  /** A buffer is UTF-8: an answer for several callers is encoded once. */
  readonly text: string | Buffer

  constructor(text: string | Buffer) {
    this.text = text
  }
}

interface Served {
  endpoint: Endpoint
  guard: Guard
}

declare module 'fastify' {
  interface FastifyRequest {
    user: SignedIn | null
    /** Only where the guard admits display links. */
    display: Display | null
  }
  interface FastifyContextConfig {
    served?: Served
  }
}

/**
 * Serves one endpoint of the contract: checks the guard before reading the body, then the shapes, runs the action, and checks the shape of the
 * reply. The version of a returned record becomes the `ETag`.
 */
export function serve<E extends Endpoint, const G extends Guard>(
  server: FastifyInstance,
  endpoint: E,
  guard: G,
  action: (
    call: Call<E, G>,
  ) => Promise<ReplyOf<E>> | ReplyOf<E> | Promise<JsonText> | Promise<FileReply> | Promise<void>,
): void {
  server.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { served: { endpoint, guard } },
    ...(endpoint.maxBytes === undefined ? {} : { bodyLimit: endpoint.maxBytes }),
    // A HEAD request must not generate the file.
    ...(endpoint.files ? { exposeHeadRoute: false } : {}),
    schema: documentation(endpoint, guard),
    preParsing: (request, _reply, _payload, done) => done(problemOf(guard, request)),
    handler: async (request, reply) => {
      const call = {
        params: checked(endpoint.params, request.params, request),
        query: checked(endpoint.query, request.query, request),
        body: checked(endpoint.body, request.body ?? undefined, request),
        user: request.user,
        firms: request.user?.firms ?? request.display?.firms ?? [],
        tank: request.display?.tank ?? null,
        actor: request.user && actorOf(request.user, request),
        expected: expectedVersion(request),
        request,
        reply,
      } as Call<E, G>
      void reply.code(endpoint.status)
      const answer = await action(call)
      if (reply.sent) return reply
      if (endpoint.files) return sendFile(reply, answer as FileReply)
      if (!endpoint.reply) return reply.send()
      if (answer instanceof JsonText) return sendJson(reply, answer.text)
      if (isVersioned(answer)) setEtag(reply, answer.version)
      // The reply's shape drops fields that the contract does not name.
      const shaped = z.parse(endpoint.reply, answer)
      // A text, such as that of the metrics, is not JSON; its action sets its type.
      return typeof shaped === 'string' ? reply.send(shaped) : sendJson(reply, JSON.stringify(shaped))
    },
  })
}

/** As bytes: the socket takes twice as long to encode a text with one letter outside Latin-1, such as `ş`. */
function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(typeof json === 'string' ? Buffer.from(json) : json)
}

function isVersioned(answer: unknown): answer is { version: number } {
  return typeof answer === 'object' && answer !== null && 'version' in answer && typeof answer.version === 'number'
}

/** Whether the guard of a request's route admits display links of some kind. */
export function admitsDisplays({ routeOptions }: FastifyRequest): boolean {
  const guard = routeOptions.config.served?.guard
  return guard !== undefined && (guard === 'tank_link' || isOrDisplayLink(guard))
}

function isOrDisplayLink(guard: Guard): guard is OrDisplayLink {
  return typeof guard === 'object' && 'orDisplayLink' in guard
}

function problemOf(guard: Guard, { user, display }: FastifyRequest): Error | null {
  if (guard === 'public') return null
  if (isOrDisplayLink(guard) && display && display.tank === null) return null
  if (guard === 'tank_link') return display?.tank ? null : new AppError(401, 'unauthenticated')
  if (!user) return new AppError(401, 'unauthenticated')
  if (guard === 'session') return null
  if (user.must_change_password) return new AppError(403, 'password_change_required')
  if (guard === 'signed_in') return null
  const named = permissionsOf(guard)
  return named.some((permission) => user.permissions.has(permission)) ? null : new AppError(403, 'forbidden')
}

function permissionsOf(guard: Exclude<Guard, 'public' | 'session' | 'signed_in' | 'tank_link'>): readonly Permission[] {
  if (isOrDisplayLink(guard)) return [guard.permission]
  return typeof guard === 'string' ? [guard] : guard
}

function checked(shape: Endpoint['body'], given: unknown, request: FastifyRequest): unknown {
  if (!shape) return undefined
  const read = z.safeParse(shape, given, { reportInput: true })
  if (read.success) return read.data
  // A path that cannot name a record is answered like a missing record.
  if (given === request.params) throw new AppError(404, 'not_found')
  // The field of a query error is the parameter, however many words it lists.
  const issues =
    given === request.query
      ? read.error.issues.map((issue) => ({ ...issue, path: issue.path.slice(0, 1) }))
      : read.error.issues
  throw new AppError(422, 'invalid', { body: { errors: fieldErrors(issues, languageOf(request.headers)) } })
}

/** `ErrorBody` of the contract, for the description. */
const Refusal = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  dependents: z.optional(z.array(z.object({ kind: z.enum(['tank', 'firm', 'user']), id: z.int(), name: z.string() }))),
})

function documentation(endpoint: Endpoint, guard: Guard) {
  const parts = {
    params: endpoint.params,
    querystring: endpoint.query,
    body: endpoint.method === 'GET' ? undefined : endpoint.body,
  }
  return {
    ...Object.fromEntries(Object.entries(parts).filter(([, shape]) => shape)),
    response: { [endpoint.status]: described(endpoint), '4xx': Refusal, '5xx': Refusal },
    tags: [endpoint.path.split('/')[2] ?? 'system'],
    ...(guard === 'public' || guard === 'tank_link' ? {} : { security: [{ bearer: [] }] }),
    ...(guard === 'public' ? {} : { description: `Needs: ${textOf(guard)}` }),
  }
}

function textOf(guard: Guard): string {
  if (guard === 'tank_link') return `the display link of a tank in the header ${DISPLAY_HEADER}`
  return isOrDisplayLink(guard) ? `${guard.permission} or a display link` : [guard].flat().join(' or ')
}

function described({ reply, files }: Endpoint) {
  if (!files) return reply ?? z.null()
  const binary = z.string().check(z.meta({ format: 'binary' }))
  return { content: Object.fromEntries(files.map((type) => [type, { schema: binary }])) }
}

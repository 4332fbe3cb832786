import * as z from 'zod/mini'
import { IdParams, pageOf } from './paging.ts'

type Shape = z.ZodMiniType
type Fields = z.ZodMiniObject
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The shapes of one call: the server serves it, the page calls it, the OpenAPI page describes it. */
export interface Endpoint<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Fields | undefined = Fields | undefined,
  Body extends Shape | undefined = Shape | undefined,
  Reply extends Shape | undefined = Shape | undefined,
> {
  method: Method
  /** Path with `:name` for each parameter. */
  path: string
  params: Params
  /** For a list, a statistic or a file it refuses unknown names, because an ignored filter would return too many rows. */
  query: Query
  body: Body
  /** Absent together with `files`: the call answers 204 without a body. */
  reply: Reply
  /** Media types of the file that the call returns instead of JSON. */
  files: readonly string[] | undefined
  /** Status of a successful answer: 204 without a body, 201 when the call creates a record, else 200. */
  status: number
  /** Maximum size of a body; undefined: the default (64 KiB). */
  maxBytes: number | undefined
}

interface Shapes<P, Q, B, R> {
  params?: P
  query?: Q
  body?: B
  reply?: R
  files?: readonly string[]
  status?: number
  maxBytes?: number
}

/** One line of a feature's endpoint table. */
export function endpoint<
  P extends Shape | undefined = undefined,
  Q extends Fields | undefined = undefined,
  B extends Shape | undefined = undefined,
  R extends Shape | undefined = undefined,
>(method: Method, path: string, shapes: Shapes<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    method,
    path,
    params: shapes.params as P,
    query: closedQuery(method, shapes) as Q,
    body: shapes.body as B,
    reply: shapes.reply as R,
    files: shapes.files,
    status: shapes.status ?? (shapes.reply || shapes.files ? 200 : 204),
    maxBytes: shapes.maxBytes,
  }
}

/** The calls that every kind of record has. A kind with another call of this name replaces it. */
export function recordEndpoints<Q extends Fields, R extends Shape, I extends Shape, C extends Shape>(
  path: string,
  { query, record, input, change }: { query: Q; record: R; input: I; change: C },
) {
  return {
    list: endpoint('GET', path, { query, reply: pageOf(record) }),
    get: endpoint('GET', `${path}/:id`, { params: IdParams, reply: record }),
    create: endpoint('POST', path, { body: input, reply: record, status: 201 }),
    update: endpoint('PUT', `${path}/:id`, { params: IdParams, body: change, reply: record }),
    remove: endpoint('DELETE', `${path}/:id`, { params: IdParams }),
  }
}

/** The query of a GET that has one, or that returns a list or a file; other calls ignore their query. */
function closedQuery(
  method: Method,
  { query, reply, files }: Shapes<unknown, Fields | undefined, unknown, Shape | undefined>,
) {
  if (method !== 'GET' || !(query || files || isList(reply))) return query
  return z.catchall(query ?? z.object({}), z.never())
}

function isList(reply: Shape | undefined): boolean {
  return reply instanceof z.ZodMiniObject && (reply as Fields).shape['data'] instanceof z.ZodMiniArray
}

type Output<S> = S extends Shape ? z.output<S> : undefined
type Input<S> = S extends Shape ? z.input<S> : undefined

/** The parameters that the server's handler receives, after the checks. */
export type ParamsOf<E extends Endpoint> = Output<E['params']>
export type QueryOf<E extends Endpoint> = Output<E['query']>
export type BodyOf<E extends Endpoint> = Output<E['body']>
/** The value that the server's handler must return. */
export type ReplyOf<E extends Endpoint> = Input<E['reply']>

/** The arguments of a caller: query values in their own types (numbers, booleans, lists), all optional. */
export type CallOf<E extends Endpoint> = (E['params'] extends Shape ? { params: Output<E['params']> } : unknown) &
  (E['query'] extends Shape ? { query?: Partial<Output<E['query']>> } : unknown) &
  (E['body'] extends Shape ? { body: Input<E['body']> } : unknown)
/** The answer that a caller receives. */
export type AnswerOf<E extends Endpoint> = Output<E['reply']>

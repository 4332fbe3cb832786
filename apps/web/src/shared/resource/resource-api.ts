import type { AnswerOf, Endpoint } from '@dalyan/contracts/endpoint'
import type * as z from 'zod/mini'

/** What the kit needs of a feature's endpoint table. */
export interface ResourceApi {
  get: Endpoint
  create: Endpoint
  update: Endpoint
  remove?: Endpoint
  restore?: Endpoint
}

/** What the kit reads of a record: its id, its name, and whether it is deleted. */
export interface AnyRecord {
  id: number
  code?: string
  name?: string
  status?: string
}

export type RecordOf<A extends ResourceApi> = AnswerOf<A['get']> & AnyRecord
/** The server's answer to creating or changing a record. */
export type SavedOf<A extends ResourceApi> = AnswerOf<A['create']> | AnswerOf<A['update']>

type BodyOf<E extends Endpoint> = E['body'] extends z.ZodMiniType ? z.input<E['body']> : never
export type ChangeOf<A extends ResourceApi> = BodyOf<A['update']>
/** A body that both creating and changing a record accept. */
export type FullBodyOf<A extends ResourceApi> = BodyOf<A['create']> & BodyOf<A['update']>

/** How buttons and questions name a record. */
export const nameOf = ({ code, name = '' }: AnyRecord): string => code ?? name

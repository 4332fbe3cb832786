import type { AnswerOf, Endpoint } from '@dalyan/contracts/endpoint'
import type { QueryKey } from '@tanstack/react-query'
import i18next, { type ParseKeys, type TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import type { Words } from '../../locales/words.ts'
import type { ResourceQueries } from './resource-queries.ts'

/** What the kit needs of a feature's endpoint table. */
export interface ResourceApi {
  list: Endpoint
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

type FormBodyOf<E extends Endpoint> = E['body'] extends z.ZodMiniType ? z.input<E['body']> : never
export type CreationOf<A extends ResourceApi> = FormBodyOf<A['create']>
export type ChangeOf<A extends ResourceApi> = FormBodyOf<A['update']>

/** The texts that each kind of record has in its section of the locale files. */
interface KindTexts {
  title: string
  one: string
  searchPlaceholder: string
  create: string
  editTitle: string
  viewTitle: string
  /** The labels of its fields, in the API's spelling; those that many kinds have are in `common.fields`. */
  fields: object
  list: { region: string }
  messages: { loadFailed: string; created: string; updated: string; saveFailed: string }
}

/** The section of a kind of record in the locale files. */
export type KindName = { [K in keyof Words]: Words[K] extends KindTexts ? K : never }[keyof Words]

/** The fields of a kind of record that have a label. */
export type FieldName<K extends KindName> = (keyof Words[K]['fields'] | keyof Words['common']['fields']) & string

/** One kind of record: its texts, its calls, and how its values are shown. */
export interface RecordKind<K extends KindName, A extends ResourceApi> {
  name: K
  api: A
  queries: ResourceQueries<A>
  /** Other queries that show records of this kind: refetched after each change. */
  alsoChanged?: readonly QueryKey[]
  /** Whether a record can be saved as a file and created from one, also on another server. */
  hasFiles?: boolean
  /** How values are shown that `shownValue` does not show by itself. */
  show?: { readonly [field in FieldName<K>]?: (record: RecordOf<A>, t: TFunction) => ReactNode }
}

/** Defines a kind of record; the other parts of the kit take it as `kind`. */
export function recordKind<K extends KindName, A extends ResourceApi>(kind: RecordKind<K, A>): RecordKind<K, A> {
  return kind
}

/** How buttons and questions name a record. */
export const nameOf = ({ code, name = '' }: AnyRecord): string => code ?? name

/** The locale key of a field's label; `firm_id` has the label of `firm`, and `iot_ids` that of `iots`. */
export function fieldKey(kind: KindName, name: string): ParseKeys {
  const field = name.replace(/_id(s?)$/, '$1')
  const own = `${kind}.fields.${field}`
  return (i18next.exists(own) ? own : `common.fields.${field}`) as ParseKeys
}

/** The text of a word of a closed list: `firms.type.grower`. */
export const wordText = (t: TFunction, kind: KindName, field: string, word: string): string =>
  t(`${kind}.${field}.${word}` as ParseKeys)

/** The texts that the kit reads from the section; the last two groups only where records can be deleted or restored. */
export const KIND_WORDS = [
  'title',
  'one',
  'searchPlaceholder',
  'list.region',
  'empty.title',
  'empty.body',
  'create',
  'createTitle',
  'editTitle',
  'viewTitle',
  'messages.loadFailed',
  'messages.created',
  'messages.updated',
  'messages.saveFailed',
  'delete.title',
  'delete.body',
  'delete.confirm',
  'messages.deleted',
  'messages.deleteFailed',
  'restore.title',
  'restore.body',
  'restore.confirm',
  'messages.restored',
  'messages.restoreFailed',
] as const

/** The texts of a kind of record; those about one record may contain `{{code}}` and `{{name}}`. */
export function useKindWords(kind: KindName) {
  const { t } = useTranslation()
  return (word: (typeof KIND_WORDS)[number], record?: AnyRecord): string =>
    t(`${kind}.${word}` as ParseKeys, { code: record?.code, name: record?.name })
}

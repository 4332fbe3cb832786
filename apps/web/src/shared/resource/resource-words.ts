import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Words } from '../../locales/words.ts'
import type { AnyRecord } from './resource-api.ts'

/** The texts that each kind of record has in its section of the locale files. */
interface ResourceTexts {
  title: string
  one: string
  searchPlaceholder: string
  create: string
  editTitle: string
  viewTitle: string
  list: { region: string }
  messages: { loadFailed: string; created: string; updated: string; saveFailed: string }
}

/** A kind of record, by the name of its section. */
export type ResourceKind = { [K in keyof Words]: Words[K] extends ResourceTexts ? K : never }[keyof Words]

/** The texts that the kit reads from the section; the last two groups only where records can be deleted or restored. */
export const RESOURCE_WORDS = [
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
export function useResourceWords(kind: ResourceKind) {
  const { t } = useTranslation()
  return (word: (typeof RESOURCE_WORDS)[number], record?: AnyRecord): string =>
    t(`${kind}.${word}` as ParseKeys, { code: record?.code, name: record?.name })
}

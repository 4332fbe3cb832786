import { useTranslation } from 'react-i18next'
import type { AnyRecord } from './resource-api.ts'

/** The kinds of record that use the kit, by their section of the locale files. */
export const RESOURCE_KINDS = ['firms', 'orders', 'rangeTemplates', 'tanks', 'terminals', 'users'] as const
export type ResourceKind = (typeof RESOURCE_KINDS)[number]

/** The words that the kit takes from the section of each kind; the last three groups only where records can be edited, deleted, restored. */
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
type ResourceWord = (typeof RESOURCE_WORDS)[number]

/** The words of a kind of record; those about one record may name it by `{{code}}` and `{{name}}`. */
export function useResourceWords(kind: ResourceKind) {
  const { t } = useTranslation()
  return (word: ResourceWord, record?: AnyRecord): string =>
    // Not every kind has all words: firms stand for all of them here.
    t(`${kind as 'firms'}.${word}`, { code: record?.code, name: record?.name })
}

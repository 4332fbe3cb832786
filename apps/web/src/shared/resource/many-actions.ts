import type { Endpoint } from '@dalyan/contracts/endpoint'
import { mdiDeleteOutline, mdiRestore } from '@mdi/js'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { type AnyRecord, type KindName, type RecordKind, type ResourceApi, useKindWords } from './record-kind.ts'

/** What can be done with several selected records at once: one call for each, after one question. */
export interface ManyAction<R> {
  /** The verb of its button. */
  label: string
  icon: string
  /** Deletes or blocks: drawn in the error colour. */
  danger?: boolean
  /** The others of the selected records stay as they are. */
  isFor: (record: R) => boolean
  title: (count: number) => string
  /** What changes for a record, and what stays. */
  body: string
  /** A word to type first, for an action that cannot be undone. */
  word?: string
  run: (record: R) => Promise<unknown>
  /** Confirms that it was done with so many records. */
  done: (count: number) => string
}

/** Deleting and restoring the records of a kind, as far as it has these calls. */
export function useDeletion<K extends KindName, A extends ResourceApi>({
  name,
  api: { remove, restore },
}: Pick<RecordKind<K, A>, 'name' | 'api'>): ManyAction<AnyRecord>[] {
  const { t } = useTranslation()
  const words = useKindWords(name)
  const one = words('one').toLocaleLowerCase('tr')
  const run = (endpoint: Endpoint) => (record: AnyRecord) => call(endpoint, { params: { id: record.id } })
  const actions: ManyAction<AnyRecord>[] = []
  if (remove) {
    actions.push({
      label: t('common.actions.delete'),
      icon: mdiDeleteOutline,
      danger: true,
      isFor: ({ status }) => status !== 'deleted',
      title: (count) => t('list.many.deleteTitle', { count, one }),
      body: words('delete.body'),
      ...(restore ? {} : { word: t('list.many.word') }),
      run: run(remove),
      done: (count) => t('list.many.deleted', { count, one }),
    })
  }
  if (restore) {
    actions.push({
      label: t('common.actions.restore'),
      icon: mdiRestore,
      isFor: ({ status }) => status === 'deleted',
      title: (count) => t('list.many.restoreTitle', { count, one }),
      body: words('restore.body'),
      run: run(restore),
      done: (count) => t('list.many.restored', { count, one }),
    })
  }
  return actions
}

/** A record for which the server refused the action. */
export interface RefusedRecord<R> {
  record: R
  reason: string
}

/** The greatest number of calls in progress at once. */
const AT_ONCE = 4

/** Runs an action for each record. @returns the refusals, in the order of the records */
export async function runForEach<R>(
  records: readonly R[],
  run: (record: R) => Promise<unknown>,
  onDone: (done: number) => void,
): Promise<RefusedRecord<R>[]> {
  const reasons = new Map<R, string>()
  const waiting = records.values()
  let done = 0
  async function work(): Promise<void> {
    for (const record of waiting) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- each of the few workers makes one call after the other
        await run(record)
      } catch (error) {
        reasons.set(record, error instanceof Error ? error.message : String(error))
      }
      onDone((done += 1))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return records.flatMap((record) => {
    const reason = reasons.get(record)
    return reason === undefined ? [] : [{ record, reason }]
  })
}

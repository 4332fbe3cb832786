import type { Endpoint } from '@dalyan/contracts/endpoint'
import type { TFunction } from 'i18next'
import { type ComponentType, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call, callIfMatch, callTagged, type Tagged } from '../api/call.ts'
import { contractProblems, type Problems } from '../form/form-problems.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { DialogWidth } from '../ui/TitledDialog.tsx'
import {
  type ChangeOf,
  type CreationOf,
  type KindName,
  type RecordKind,
  type RecordOf,
  type ResourceApi,
  type SavedOf,
  useKindWords,
} from './record-kind.ts'

/** How a form shows and changes one kind of record; `V` are its values, one flat key per field. */
export interface ChangeForm<A extends ResourceApi, V, B = ChangeOf<A>> {
  values: (record: RecordOf<A>) => V
  /** The body of the call. */
  body: (values: V) => B
  /** The form's field for a path of the body; default: its first part, as `iot_ids.0` is one of the `iot_ids`. */
  fieldOf?: (path: string, values: V) => string
  /** Problems beside those that the contract finds, by field; `record` is null for a new one. */
  problems?: (values: V, t: TFunction, record: RecordOf<A> | null) => Problems
  /** Title, button and first words of a refusal, where they differ from those of the kind. */
  words?: (t: TFunction, record: RecordOf<A> | null) => { title?: string; submit?: string; failed?: string }
  Fields: ComponentType<{ record: RecordOf<A> | null }>
  width?: DialogWidth
}

/** A form that also creates records. */
export interface RecordForm<A extends ResourceApi, V> extends ChangeForm<A, V, CreationOf<A> & ChangeOf<A>> {
  /** The values of a new record. */
  empty: V
}

/** A record to change, with the tag of its version; or a new one with its initial values. */
type Start<A extends ResourceApi, V> =
  | { tagged: Tagged<RecordOf<A>>; defaults?: undefined }
  | { tagged: null; defaults: V }

type Props<K extends KindName, A extends ResourceApi, V extends FieldValues> = Start<A, V> & {
  kind: RecordKind<K, A>
  form: ChangeForm<A, V>
  onSaved: (answer: SavedOf<A>) => void
  onClose: () => void
}

const firstPart = (path: string): string => path.split('.')[0] ?? path

/**
 * Creates a record, or changes the version that was read. If another user changed it meanwhile, the user refreshes (edited fields
 * stay) or overwrites.
 */
export function ResourceForm<K extends KindName, A extends ResourceApi, V extends FieldValues>({
  kind: { name, api },
  form: { values: valuesOf, body: bodyOf, fieldOf = firstPart, problems, words: wordsOf, Fields, width = 'sm' },
  tagged,
  defaults,
  onSaved,
  onClose,
}: Props<K, A, V>) {
  const { t } = useTranslation()
  const words = useKindWords(name)
  const [known, setKnown] = useState(tagged)
  const record = known?.record ?? null
  const own = wordsOf?.(t, record)

  function check(values: V): Problems {
    const { body: contract } = record ? api.update : api.create
    const refused = contract ? Object.entries(contractProblems(contract, bodyOf(values))) : []
    const byField = Object.fromEntries(refused.map(([path, text]) => [fieldOf(path, values), text]))
    return { ...byField, ...problems?.(values, t, record) }
  }
  async function reload(id: number): Promise<V> {
    const next = (await callTagged(api.get as Endpoint, { params: { id } })) as Tagged<RecordOf<A>>
    setKnown(next)
    return valuesOf(next.record)
  }
  async function save(values: V, { overwrite }: { overwrite: boolean }): Promise<SavedOf<A>> {
    const body = bodyOf(values)
    if (!known) return (await call(api.create as Endpoint, { body })) as SavedOf<A>
    const parts = { params: { id: known.record.id }, body }
    return (await callIfMatch(api.update as Endpoint, overwrite ? null : known.etag, parts)) as SavedOf<A>
  }
  return (
    <FormDialog<V, SavedOf<A>>
      width={width}
      title={own?.title ?? (record ? words('editTitle', record) : words('createTitle'))}
      submit={own?.submit ?? (record ? t('common.actions.saveChanges') : t('common.actions.create'))}
      failed={own?.failed ?? words('messages.saveFailed')}
      defaults={tagged === null ? defaults : valuesOf(tagged.record)}
      check={check}
      fieldOf={fieldOf}
      save={save}
      {...(record ? { reload: () => reload(record.id) } : {})}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Fields record={record} />
    </FormDialog>
  )
}

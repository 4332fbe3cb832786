import type { Endpoint } from '@dalyan/contracts/endpoint'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call, type Tagged } from '../api/call.ts'
import { ConfirmDialog } from '../form/ConfirmDialog.tsx'
import { RecordDialog } from '../form/RecordDialog.tsx'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { useDone } from '../form/use-done.ts'
import type { RecordField } from '../ui/RecordFields.tsx'
import type { RecordOf, ResourceApi, SavedOf } from './resource-api.ts'
import { type ResourceKind, useResourceWords } from './resource-words.ts'
import { type RecordForm, ResourceForm } from './ResourceForm.tsx'
import type { DialogProps } from './ResourcePage.tsx'

/** Closes the dialog, refetches what may have changed and confirms it by a message. */
type Done = (message: string) => void

interface Props<
  A extends ResourceApi,
  V extends FieldValues,
  D extends string,
  K extends QueryKey,
> extends DialogProps<D> {
  kind: ResourceKind
  api: A
  queries: {
    all: QueryKey
    edited: (id: number) => UseQueryOptions<Tagged<RecordOf<A>>, Error, Tagged<RecordOf<A>>, K>
  }
  /** Other queries that show records of this kind: refetched after each change. */
  alsoChanged?: readonly QueryKey[]
  form: RecordForm<A, V>
  /** All fields of a record, for reading. */
  fields: (record: RecordOf<A>) => readonly RecordField[]
  /** Shown above the fields: warnings. */
  notes?: (record: RecordOf<A>) => ReactNode
  /** Whether the user may edit the record; a deleted one never. */
  mayEdit?: (record: RecordOf<A>) => boolean
  /** The buttons of the dialog that shows a record; `edit` opens the one that edits it. */
  viewActions?: (record: RecordOf<A>, edit: ReactNode) => ReactNode
  /** The text of the question before deleting; default: `delete.body` of the kind's section. */
  deleteBody?: (record: RecordOf<A>) => ReactNode
  /** Called after a form was saved. */
  onSaved?: (saved: SavedOf<A>) => void
  /** The dialogs that only this kind of record has, or that differ for some records (else null), by their name in the address. */
  others?: { [K in D]?: ((tagged: Tagged<RecordOf<A>>, done: Done) => ReactNode) | undefined }
}

/** The dialogs about one kind of record, by their name in the address: create, edit, view, delete, restore, and its own. */
export function ResourceDialogs<A extends ResourceApi, V extends FieldValues, D extends string, K extends QueryKey>({
  dialog,
  id,
  onOpen,
  onClose,
  kind,
  api,
  queries,
  alsoChanged = [],
  form,
  fields,
  notes,
  mayEdit = () => true,
  viewActions = (_, edit) => edit,
  deleteBody,
  onSaved,
  others = {},
}: Props<A, V, D, K>) {
  const { t } = useTranslation()
  const words = useResourceWords(kind)
  const loaded = useQuery({ ...queries.edited(id ?? 0), enabled: id !== undefined })
  const done = useDone(onClose, queries.all, ...alsoChanged)
  const saved = (record: RecordOf<A> | null) => (answer: SavedOf<A>) => {
    onSaved?.(answer)
    done(words(record ? 'messages.updated' : 'messages.created', answer as RecordOf<A>))
  }
  const shared = { kind, api, form, onClose }

  if (dialog === 'create') {
    return <ResourceForm {...shared} tagged={null} defaults={form.empty} onSaved={saved(null)} />
  }
  return (
    <RecordLoader query={loaded} label={words('one')} failed={words('messages.loadFailed')} onClose={onClose}>
      {(tagged) => {
        const { record } = tagged
        const other = others[dialog]?.(tagged, done)
        if (other) return other
        if (dialog === 'delete') {
          return (
            <ConfirmDialog
              title={words('delete.title', record)}
              body={deleteBody ? deleteBody(record) : words('delete.body', record)}
              confirm={words('delete.confirm')}
              failed={words('messages.deleteFailed')}
              onClose={onClose}
              onConfirm={async () => {
                await call(api.remove as Endpoint, { params: { id: record.id } })
                done(words('messages.deleted', record))
              }}
            />
          )
        }
        if (dialog === 'restore') {
          return (
            <ConfirmDialog
              harmless
              title={words('restore.title', record)}
              body={words('restore.body')}
              confirm={words('restore.confirm')}
              failed={words('messages.restoreFailed')}
              onClose={onClose}
              onConfirm={async () => {
                await call(api.restore as Endpoint, { params: { id: record.id } })
                done(words('messages.restored', record))
              }}
            />
          )
        }
        const isDeleted = record.status === 'deleted'
        const isEditable = !isDeleted && mayEdit(record)
        if (dialog === 'edit' && isEditable) {
          return <ResourceForm {...shared} tagged={tagged} onSaved={saved(record)} />
        }
        return (
          <RecordDialog
            title={words('viewTitle', record)}
            actions={viewActions(
              record,
              isEditable && <Button onClick={() => onOpen('edit' as D, record.id)}>{t('common.actions.edit')}</Button>,
            )}
            fields={fields(record)}
            onClose={onClose}
          >
            {isDeleted && <Alert severity="info">{t('common.states.readOnlyDeleted')}</Alert>}
            {notes?.(record)}
          </RecordDialog>
        )
      }}
    </RecordLoader>
  )
}

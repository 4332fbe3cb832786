import type { Endpoint } from '@dalyan/contracts/endpoint'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { call, type Tagged } from '../api/call.ts'
import { ConfirmDialog } from '../form/ConfirmDialog.tsx'
import { RecordDialog } from '../form/RecordDialog.tsx'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { useDone } from '../form/use-done.ts'
import type { RecordField } from '../ui/RecordFields.tsx'
import { saveFile } from '../ui/save-file.ts'
import {
  type KindName,
  nameOf,
  type RecordKind,
  type RecordOf,
  type ResourceApi,
  type SavedOf,
  type FieldName,
  useKindWords,
} from './record-kind.ts'
import { recordFile, recordFileName } from './record-file.ts'
import { RecordFileDialog } from './RecordFileDialog.tsx'
import { recordFields } from './record-values.tsx'
import { type RecordForm, ResourceForm } from './ResourceForm.tsx'
import type { DialogProps } from './ResourcePage.tsx'

/** Closes the dialog, refetches what may have changed and confirms it by a message. */
type Done = (message: string) => void

interface Props<
  K extends KindName,
  A extends ResourceApi,
  V extends FieldValues,
  D extends string,
> extends DialogProps<D> {
  kind: RecordKind<K, A>
  form: RecordForm<A, V>
  /** The fields of a record, for reading: by name, or those of the record. */
  fields: readonly FieldName<K>[] | ((record: RecordOf<A>) => readonly RecordField[])
  /** Shown above the fields: warnings. */
  notes?: (record: RecordOf<A>) => ReactNode
  /** Shown below the fields. */
  below?: (tagged: Tagged<RecordOf<A>>) => ReactNode
  /** Whether the user may edit the record; a deleted one never. */
  mayEdit?: (record: RecordOf<A>) => boolean
  /** The buttons of the dialog that shows a record; `edit` opens the one that edits it. */
  viewActions?: (record: RecordOf<A>, edit: ReactNode) => ReactNode
  /** What else the question before deleting says, after `delete.body` of the kind's section. */
  deleteNote?: (record: RecordOf<A>) => ReactNode
  /** The shape of what creates a record, where `kind.hasFiles`. */
  fileInput?: z.ZodMiniType
  /** Called after a form was saved. */
  onSaved?: (saved: SavedOf<A>) => void
  /** The dialogs that only this kind of record has, or that differ for some records (else null), by their name in the address. */
  others?: { [K in D]?: ((tagged: Tagged<RecordOf<A>>, done: Done) => ReactNode) | undefined }
}

/** The dialogs about one kind of record, by their name in the address: create, edit, view, delete, restore, and its own. */
export function ResourceDialogs<K extends KindName, A extends ResourceApi, V extends FieldValues, D extends string>({
  dialog,
  id,
  onOpen,
  onClose,
  kind,
  form,
  fields,
  notes,
  below,
  mayEdit = () => true,
  viewActions = (_, edit) => edit,
  deleteNote,
  fileInput,
  onSaved,
  others = {},
}: Props<K, A, V, D>) {
  const { t } = useTranslation()
  const { api, queries, alsoChanged = [] } = kind
  const words = useKindWords(kind.name)
  const [fromFile, setFromFile] = useState<V | null>(null)
  const loaded = useQuery({ ...queries.edited(id ?? 0), enabled: id !== undefined })
  const done = useDone(onClose, queries.all, ...alsoChanged)
  const saved = (record: RecordOf<A> | null) => (answer: SavedOf<A>) => {
    onSaved?.(answer)
    done(words(record ? 'messages.updated' : 'messages.created', answer as RecordOf<A>))
  }

  if (dialog === 'file' && fileInput && !fromFile) {
    return (
      <RecordFileDialog
        title={t('list.file.open')}
        api={api}
        input={fileInput}
        onRead={(body) => setFromFile(form.values(body as RecordOf<A>))}
        onClose={onClose}
      />
    )
  }
  if (dialog === 'create' || dialog === 'file') {
    return (
      <ResourceForm
        kind={kind}
        form={form}
        tagged={null}
        defaults={fromFile ?? form.empty}
        onSaved={saved(null)}
        onClose={onClose}
      />
    )
  }
  return (
    <RecordLoader query={loaded} label={words('one')} failed={words('messages.loadFailed')} onClose={onClose}>
      {(answer) => {
        const tagged = answer as Tagged<RecordOf<A>>
        const { record } = tagged
        const other = others[dialog]?.(tagged, done)
        if (other) return other
        if (dialog === 'delete') {
          return (
            <ConfirmDialog
              title={words('delete.title', record)}
              body={
                <>
                  {words('delete.body', record)} {deleteNote?.(record)}
                </>
              }
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
          return <ResourceForm kind={kind} form={form} tagged={tagged} onSaved={saved(record)} onClose={onClose} />
        }
        return (
          <RecordDialog
            title={words('viewTitle', record)}
            actions={
              <>
                {kind.hasFiles && (
                  <Button
                    onClick={() =>
                      saveFile(recordFileName(api, nameOf(record)), recordFile(api, form.body(form.values(record))))
                    }
                  >
                    {t('list.file.save')}
                  </Button>
                )}
                {viewActions(
                  record,
                  isEditable && (
                    <Button onClick={() => onOpen('edit' as D, record.id)}>{t('common.actions.edit')}</Button>
                  ),
                )}
              </>
            }
            fields={typeof fields === 'function' ? fields(record) : recordFields(kind, fields, record, t)}
            below={below?.(tagged)}
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

import { mdiDeleteOutline, mdiEyeOutline, mdiPencil, mdiRestore } from '@mdi/js'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type RowAction, RowActions } from '../list/RowActions.tsx'
import { type AnyRecord, nameOf } from './record-kind.ts'

/** A button for a dialog that only this kind of record has. */
export interface MoreAction<D extends string> {
  dialog: D
  label: ParseKeys
  icon: string
}

interface Props<D extends string> {
  record: AnyRecord
  onOpen: (dialog: D, id: number) => void
  /** Listed before the button that deletes. */
  more?: readonly MoreAction<D>[]
  mayDelete?: boolean
}

/** The buttons of a record in a list: edit, view, delete. A deleted record can only be viewed or restored. */
export function RecordActions<D extends string>({ record, onOpen, more = [], mayDelete = true }: Props<D>) {
  const { t } = useTranslation()
  const action = (dialog: string, label: string, icon: string): RowAction => ({
    label,
    icon,
    onClick: () => onOpen(dialog as D, record.id),
  })
  const view = action('view', t('common.actions.view'), mdiEyeOutline)
  if (record.status === 'deleted') {
    const restore = action('restore', t('common.actions.restore'), mdiRestore)
    return <RowActions name={nameOf(record)} main={view} actions={[restore]} />
  }
  const remove = { ...action('delete', t('common.actions.delete'), mdiDeleteOutline), danger: true }
  return (
    <RowActions
      name={nameOf(record)}
      main={action('edit', t('common.actions.edit'), mdiPencil)}
      actions={[
        view,
        ...more.map(({ dialog, label, icon }) => action(dialog, t(label), icon)),
        ...(mayDelete ? [remove] : []),
      ]}
    />
  )
}

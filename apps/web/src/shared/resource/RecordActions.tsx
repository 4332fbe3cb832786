import { mdiDeleteOutline, mdiEyeOutline, mdiPencil, mdiRestore } from '@mdi/js'
import { useTranslation } from 'react-i18next'
import { type RowAction, RowActions } from '../list/RowActions.tsx'
import { type AnyRecord, nameOf } from './resource-api.ts'

interface Props<D extends string> {
  record: AnyRecord
  onOpen: (dialog: D) => void
  /** Dialogs that only this kind of record has, listed before the one that deletes. */
  more?: readonly (Pick<RowAction, 'label' | 'icon'> & { dialog: D })[]
  mayDelete?: boolean
}

/** The buttons of a record in a list: edit, view, delete. A deleted record can only be viewed or restored. */
export function RecordActions<D extends string>({ record, onOpen, more = [], mayDelete = true }: Props<D>) {
  const { t } = useTranslation()
  const action = (dialog: string, label: string, icon: string): RowAction => ({
    label,
    icon,
    onClick: () => onOpen(dialog as D),
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
        ...more.map(({ dialog, label, icon }) => action(dialog, label, icon)),
        ...(mayDelete ? [remove] : []),
      ]}
    />
  )
}

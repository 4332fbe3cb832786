import type { Tank } from '@dalyan/contracts/tanks'
import { mdiDeleteOutline, mdiEyeOutline, mdiPencil, mdiRestore } from '@mdi/js'
import { useTranslation } from 'react-i18next'
import { type RowAction, RowActions } from '../../shared/list/RowActions.tsx'

type RecordDialogName = 'edit' | 'view' | 'delete' | 'restore'

/** What an administrator can do with a tank of the list. A deleted one is only read, or restored. */
export function TankActions({ tank, onOpen }: { tank: Tank; onOpen: (dialog: RecordDialogName) => void }) {
  const { t } = useTranslation()
  const action = (dialog: RecordDialogName, label: string, icon: string): RowAction => ({
    label,
    icon,
    onClick: () => onOpen(dialog),
  })
  const view = action('view', t('common.actions.view'), mdiEyeOutline)
  if (tank.status === 'deleted') {
    return (
      <RowActions name={tank.code} main={view} actions={[action('restore', t('common.actions.restore'), mdiRestore)]} />
    )
  }
  return (
    <RowActions
      name={tank.code}
      main={action('edit', t('common.actions.edit'), mdiPencil)}
      actions={[view, { ...action('delete', t('common.actions.delete'), mdiDeleteOutline), danger: true }]}
    />
  )
}

import type { User } from '@dalyan/contracts/users'
import { mdiDeleteOutline, mdiEyeOutline, mdiPencil } from '@mdi/js'
import { useTranslation } from 'react-i18next'
import { type RowAction, RowActions } from '../../shared/list/RowActions.tsx'
import { useUser } from '../../shared/session/user-context.ts'

type RecordDialogName = 'edit' | 'view' | 'delete'

/** What can be done with a user of the list; nobody deletes himself. */
export function UserActions({ user, onOpen }: { user: User; onOpen: (dialog: RecordDialogName) => void }) {
  const { t } = useTranslation()
  const isOwn = useUser().id === user.id
  const action = (dialog: RecordDialogName, label: string, icon: string): RowAction => ({
    label,
    icon,
    onClick: () => onOpen(dialog),
  })
  const remove = { ...action('delete', t('common.actions.delete'), mdiDeleteOutline), danger: true }
  return (
    <RowActions
      name={user.name}
      main={action('edit', t('common.actions.edit'), mdiPencil)}
      actions={[action('view', t('common.actions.view'), mdiEyeOutline), ...(isOwn ? [] : [remove])]}
    />
  )
}

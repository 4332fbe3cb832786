import type { User } from '@dalyan/contracts/users'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../../shared/form/RecordDialog.tsx'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { PreferredTheme } from '../PreferredTheme.tsx'
import { permissionWord } from '../../records/public/role-words.ts'
import { RoleChips } from '../RoleChips.tsx'

/** A user to read, with what the roles allow. */
export function UserView({ user, onEdit, onClose }: { user: User; onEdit: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const permissions = new Set(user.roles.flatMap((role) => role.permissions.map(({ name }) => name)))
  return (
    <RecordDialog
      title={t('users.viewTitle', { name: user.name })}
      actions={<Button onClick={onEdit}>{t('common.actions.edit')}</Button>}
      onClose={onClose}
      fields={[
        { label: t('users.fields.name'), value: user.name },
        { label: t('users.fields.email'), value: user.email },
        {
          label: t('users.fields.emailConfirmedAt'),
          value:
            user.email_confirmed_at === null ? t('users.emailNotConfirmed') : formatDateTime(user.email_confirmed_at),
        },
        { label: t('users.fields.roles'), value: <RoleChips roles={user.roles} /> },
        {
          label: t('users.fields.permissions'),
          value: [...permissions].map((name) => permissionWord(t, name)).join(', '),
        },
        { label: t('users.fields.firm'), value: user.firm?.name },
        { label: t('users.fields.preferredTheme'), value: <PreferredTheme name={user.preferred_theme} /> },
        { label: t('users.fields.createdAt'), value: formatDateTime(user.created_at) },
        { label: t('common.fields.updatedAt'), value: formatDateTime(user.updated_at) },
      ]}
    >
      {!user.email_trusted && <Alert severity="warning">{t('users.emailNotTrusted')}</Alert>}
      {user.must_change_password && <Alert severity="info">{t('users.mustChange')}</Alert>}
    </RecordDialog>
  )
}

import { usersApi } from '@dalyan/contracts/users'
import Alert from '@mui/material/Alert'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { ResourceDialogs } from '../../../shared/resource/ResourceDialogs.tsx'
import type { DialogProps } from '../../../shared/resource/ResourcePage.tsx'
import { permissionWord } from '../../records/public/role-words.ts'
import { updateOwnRecord } from '../../auth/public/auth.queries.ts'
import { PreferredTheme } from '../PreferredTheme.tsx'
import { RoleChips } from '../RoleChips.tsx'
import { userQueries } from '../../records/public/users.queries.ts'
import { userForm } from './user-form.tsx'

/** The dialogs about a user, by their name in the address. */
export function UserDialogs(props: DialogProps<'create' | 'edit' | 'view' | 'delete'>) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  return (
    <ResourceDialogs
      {...props}
      kind="users"
      api={usersApi}
      queries={userQueries}
      form={userForm}
      onSaved={(saved) => updateOwnRecord(cache, saved)}
      fields={(user) => [
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
          value: [...new Set(user.roles.flatMap((role) => role.permissions.map(({ name }) => name)))]
            .map((name) => permissionWord(t, name))
            .join(', '),
        },
        { label: t('users.fields.firm'), value: user.firm?.name },
        { label: t('users.fields.preferredTheme'), value: <PreferredTheme name={user.preferred_theme} /> },
        { label: t('users.fields.createdAt'), value: formatDateTime(user.created_at) },
        { label: t('common.fields.updatedAt'), value: formatDateTime(user.updated_at) },
      ]}
      notes={(user) => (
        <>
          {!user.email_trusted && <Alert severity="warning">{t('users.emailNotTrusted')}</Alert>}
          {user.must_change_password && <Alert severity="info">{t('users.mustChange')}</Alert>}
        </>
      )}
    />
  )
}

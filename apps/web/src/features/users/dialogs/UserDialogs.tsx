import Alert from '@mui/material/Alert'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ResourceDialogs } from '../../../shared/resource/ResourceDialogs.tsx'
import type { DialogProps, DialogsOf } from '../../../shared/resource/ResourcePage.tsx'
import { updateOwnRecord } from '../../auth/public/auth.queries.ts'
import { userKind } from '../user-kind.tsx'
import type { userList } from '../user-list-search.ts'
import { userForm } from './user-form.tsx'

/** The dialogs about a user, by their name in the address. */
export function UserDialogs(props: DialogProps<DialogsOf<typeof userList>>) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  return (
    <ResourceDialogs
      {...props}
      kind={userKind}
      form={userForm}
      onSaved={(saved) => updateOwnRecord(cache, saved)}
      fields={[
        'name',
        'email',
        'email_confirmed_at',
        'roles',
        'permissions',
        'firm',
        'preferred_theme',
        'created_at',
        'updated_at',
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

import Alert from '@mui/material/Alert'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormColumns } from '../../../shared/form/FormDialog.tsx'
import { FormSwitch } from '../../../shared/form/FormSwitch.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { FirmPicker } from '../../records/public/FirmPicker.tsx'
import { RolesField } from './RolesField.tsx'
import type { UserFormValues } from './user-form-values.ts'

/** The fields of a user's form; a new user needs a password. */
export function UserFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation()
  const [roles, password] = useWatch<UserFormValues, ['roles', 'password']>({ name: ['roles', 'password'] })
  const needsFirm = roles.includes('operator')
  return (
    <>
      <FormColumns>
        <FormText name="name" label={t('users.fields.name')} required maxLength={120} />
        <FormText name="email" type="email" label={t('users.fields.email')} required maxLength={254} />
      </FormColumns>
      <RolesField />
      {roles.includes('admin') ? (
        <Alert severity="info">{t('users.adminFirm')}</Alert>
      ) : (
        <FirmPicker name="firm" label={t('users.fields.firm')} required={needsFirm} />
      )}
      <FormColumns>
        <FormText
          name="password"
          type="password"
          autoComplete="new-password"
          label={t('users.fields.password')}
          required={isNew}
          hint={isNew ? t('users.passwordHint') : t('users.passwordKeepHint')}
        />
        <FormText
          name="password_confirmation"
          type="password"
          autoComplete="new-password"
          label={t('users.fields.passwordConfirmation')}
          required={isNew}
        />
      </FormColumns>
      {(isNew || password !== '') && <FormSwitch name="password_temporary" label={t('users.fields.temporary')} />}
    </>
  )
}

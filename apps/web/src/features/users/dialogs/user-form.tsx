import { errorText } from '@dalyan/contracts/errors'
import { isRoleName, type RoleName } from '@dalyan/contracts/permissions'
import type { User, UserInput, usersApi } from '@dalyan/contracts/users'
import Alert from '@mui/material/Alert'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormColumns } from '../../../shared/form/FormDialog.tsx'
import type { PickOption } from '../../../shared/form/FormPicker.tsx'
import { FormSwitch } from '../../../shared/form/FormSwitch.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import type { RecordForm } from '../../../shared/resource/ResourceForm.tsx'
import { FirmPicker } from '../../records/public/FirmPicker.tsx'
import { RolesField } from './RolesField.tsx'

const MIN_PASSWORD = 8

/** The values of the user's form. An empty password does not change that of an existing user. */
type UserFormValues = {
  name: string
  email: string
  roles: RoleName[]
  firm_id: PickOption | null
  password: string
  password_confirmation: string
  password_temporary: boolean
}

const NO_PASSWORD = { password: '', password_confirmation: '', password_temporary: false }

export const userForm: RecordForm<typeof usersApi, UserFormValues> = {
  empty: { name: '', email: '', roles: [], firm_id: null, ...NO_PASSWORD },
  values: ({ name, email, roles, firm }) => ({
    name,
    email,
    roles: roles.map((role) => role.name).filter(isRoleName),
    firm_id: firm && { id: firm.id, label: firm.name },
    ...NO_PASSWORD,
  }),
  body: ({ name, email, roles, firm_id: firm, ...secrets }) => {
    const body = {
      name: name.trim(),
      email: email.trim(),
      roles,
      firm_id: roles.includes('admin') ? null : (firm?.id ?? null),
    }
    // A new user without a password is not sent: `problems` reports it before.
    return secrets.password === '' ? (body as UserInput) : { ...body, ...secrets }
  },
  problems: ({ name, roles, firm_id, password, password_confirmation }, t, record) => ({
    ...(name.trim() === '' && { name: t('validation.required', { field: t('users.fields.name') }) }),
    ...(roles.length === 0 && { roles: t('users.validation.roleRequired') }),
    ...(roles.includes('operator') &&
      !roles.includes('admin') &&
      !firm_id && { firm_id: refusal('operator_needs_firm') }),
    ...(password !== '' &&
      [...password.normalize('NFC')].length < MIN_PASSWORD && {
        password: t('validation.minLength', { min: String(MIN_PASSWORD) }),
      }),
    ...(password === '' && !record && { password: refusal('password_required') }),
    ...(password !== password_confirmation && { password_confirmation: refusal('passwords_differ') }),
  }),
  Fields: UserFields,
}

/** The server's own messages for what it would refuse. */
const refusal = (code: Parameters<typeof errorText>[0]) => errorText(code, 'tr')

function UserFields({ record }: { record: User | null }) {
  const { t } = useTranslation()
  const [roles, password] = useWatch<UserFormValues, ['roles', 'password']>({ name: ['roles', 'password'] })
  const isNew = record === null
  const newPassword = { type: 'password', autoComplete: 'new-password', required: isNew } as const
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
        <FirmPicker name="firm_id" label={t('users.fields.firm')} required={roles.includes('operator')} />
      )}
      <FormColumns>
        <FormText
          name="password"
          label={t('users.fields.password')}
          hint={isNew ? t('users.passwordHint') : t('users.passwordKeepHint')}
          {...newPassword}
        />
        <FormText name="password_confirmation" label={t('users.fields.password_confirmation')} {...newPassword} />
      </FormColumns>
      {(isNew || password !== '') && (
        <FormSwitch name="password_temporary" label={t('users.fields.password_temporary')} />
      )}
    </>
  )
}

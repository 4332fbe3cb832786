import { type User, usersApi } from '@dalyan/contracts/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callIfMatch, callTagged, type Tagged } from '../../../shared/api/call.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { EMPTY_USER, userBody, userFieldOf, type UserFormValues, userProblems, userValues } from './user-form-values.ts'
import { UserFields } from './UserFields.tsx'

interface Props {
  /** The user to change; null for a new one. */
  tagged: Tagged<User> | null
  onSaved: (user: User) => void
  onClose: () => void
}

/** Creates a user, or changes one. */
export function UserForm({ tagged, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const [known, setKnown] = useState(tagged)
  const isNew = known === null

  async function reload(id: number): Promise<UserFormValues> {
    const next = await callTagged(usersApi.get, { params: { id } })
    setKnown(next)
    return userValues(next.record)
  }
  async function save(values: UserFormValues, { overwrite }: { overwrite: boolean }): Promise<User> {
    const body = userBody(values)
    if (!known) {
      const { name, email, roles, password } = values
      return await call(usersApi.create, { body: { ...body, name: name.trim(), email: email.trim(), roles, password } })
    }
    return await callIfMatch(usersApi.update, overwrite ? null : known.etag, { params: { id: known.record.id }, body })
  }
  return (
    <FormDialog
      title={known ? t('users.editTitle', { name: known.record.name }) : t('users.createTitle')}
      submit={known ? t('common.actions.saveChanges') : t('common.actions.create')}
      failed={t('users.messages.saveFailed')}
      defaults={known ? userValues(known.record) : EMPTY_USER}
      check={(values) => userProblems(values, { isNew }, t)}
      fieldOf={userFieldOf}
      save={save}
      {...(known ? { reload: () => reload(known.record.id) } : {})}
      onSaved={onSaved}
      onClose={onClose}
    >
      <UserFields isNew={isNew} />
    </FormDialog>
  )
}

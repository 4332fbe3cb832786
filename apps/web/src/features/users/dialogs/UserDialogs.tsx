import { type User, usersApi } from '@dalyan/contracts/users'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { RecordLoader } from '../../../shared/form/RecordLoader.tsx'
import { useDone } from '../../../shared/form/use-done.ts'
import { updateOwnRecord } from '../../auth/public/auth.queries.ts'
import { userKeys, userQueries } from '../../records/public/users.queries.ts'
import { UserForm } from './UserForm.tsx'
import { UserView } from './UserView.tsx'

type UserDialog = 'create' | 'edit' | 'view' | 'delete'

interface Props {
  dialog: UserDialog
  /** Of the record; `create` has none. */
  id?: number | undefined
  onOpen: (dialog: UserDialog, id: number) => void
  onClose: () => void
}

/** The dialogs about a user, by the word that stands in the address. */
export function UserDialogs({ dialog, id, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const user = useQuery({ ...userQueries.edited(id ?? 0), enabled: id !== undefined })
  const cache = useQueryClient()
  const done = useDone(onClose, userKeys.all)
  const changed = (saved: User) => {
    updateOwnRecord(cache, saved)
    done(t('users.messages.updated'))
  }

  if (dialog === 'create')
    return <UserForm tagged={null} onSaved={() => done(t('users.messages.created'))} onClose={onClose} />
  return (
    <RecordLoader query={user} label={t('users.one')} failed={t('users.messages.loadFailed')} onClose={onClose}>
      {(tagged) => {
        const { record } = tagged
        if (dialog === 'delete') return <DeleteUser user={record} onDone={done} onClose={onClose} />
        if (dialog === 'view')
          return <UserView user={record} onEdit={() => onOpen('edit', record.id)} onClose={onClose} />
        return <UserForm tagged={tagged} onSaved={changed} onClose={onClose} />
      }}
    </RecordLoader>
  )
}

interface QuestionProps {
  user: User
  onDone: (message: string) => void
  onClose: () => void
}

function DeleteUser({ user, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('users.delete.title', { name: user.name })}
      body={t('users.delete.body')}
      confirm={t('users.delete.confirm')}
      failed={t('users.messages.deleteFailed')}
      onClose={onClose}
      onConfirm={async () => {
        await call(usersApi.remove, { params: { id: user.id } })
        onDone(t('users.messages.deleted'))
      }}
    />
  )
}

import { type User, usersApi } from '@dalyan/contracts/users'
import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { RecordDialog } from '../../../shared/form/RecordDialog.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { userQueries } from '../../records/public/users.queries.ts'

const NAMED = 10

interface Failure {
  user: User
  reason: string
}

/** Deletes several users, one call each, after the word is typed; a user whom the server refuses to delete is listed with the reason. */
export function DeleteUsers({ users, onClose }: { users: readonly User[]; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const show = useSnackbar()
  const [done, setDone] = useState<number | null>(null)
  const [failures, setFailures] = useState<Failure[] | null>(null)

  async function remove(): Promise<void> {
    const failed: Failure[] = []
    for (const [index, user] of users.entries()) {
      setDone(index)
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other: each may be refused, and the progress is shown
        await call(usersApi.remove, { params: { id: user.id } })
      } catch (error) {
        failed.push({ user, reason: error instanceof Error ? error.message : String(error) })
      }
    }
    void cache.invalidateQueries({ queryKey: userQueries.all })
    if (failed.length > 0) return setFailures(failed)
    onClose()
    show(t('users.messages.deletedMany', { count: users.length }))
  }

  if (failures) {
    return (
      <RecordDialog
        title={t('users.deleteMany.partial')}
        fields={failures.map(({ user, reason }) => ({ label: `${user.name} (${user.email})`, value: reason }))}
        onClose={onClose}
      >
        <Alert severity="error">
          {t('users.messages.deletedPartial', { ok: users.length - failures.length, failed: failures.length })}
        </Alert>
      </RecordDialog>
    )
  }
  return (
    <ConfirmDialog
      title={t('users.deleteMany.title', { count: users.length })}
      body={
        <>
          {t('users.deleteMany.body')}
          <ul>
            {users.slice(0, NAMED).map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
          {users.length > NAMED && t('users.deleteMany.andMore', { count: users.length - NAMED })}
          {done !== null && (
            <LinearProgress
              variant="determinate"
              value={(100 * done) / users.length}
              aria-label={t('users.deleteMany.progress', { done, total: users.length })}
            />
          )}
        </>
      }
      word={t('users.deleteMany.word')}
      confirm={t('users.deleteMany.confirm', { count: users.length })}
      onClose={onClose}
      onConfirm={remove}
    />
  )
}

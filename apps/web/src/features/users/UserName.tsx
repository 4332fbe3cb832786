import type { User } from '@dalyan/contracts/users'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../shared/session/user-context.ts'

/** A user's name, and whether that is who is looking. */
export function UserName({ user }: { user: User }) {
  const { t } = useTranslation()
  const isOwn = useUser().id === user.id
  return (
    <>
      {user.name}
      {isOwn && <Chip component="span" size="small" label={t('users.you')} sx={{ marginInlineStart: 1 }} />}
    </>
  )
}

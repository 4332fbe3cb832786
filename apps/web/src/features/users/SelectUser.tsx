import type { User } from '@dalyan/contracts/users'
import Checkbox from '@mui/material/Checkbox'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../shared/session/user-context.ts'
import type { Selection } from './use-selection.ts'

/** The box before a user; one's own is closed and says why. */
export function SelectUser({ user, selection }: { user: User; selection: Selection }) {
  const { t } = useTranslation()
  const isOwn = useUser().id === user.id
  const label = t('common.actions.selectRow', { name: user.name })
  return (
    <span title={isOwn ? t('users.cannotDeleteSelf') : undefined}>
      <Checkbox
        size="small"
        sx={{ p: 0.75 }}
        checked={selection.has(user)}
        disabled={isOwn}
        onChange={() => selection.toggle(user)}
        slotProps={{ input: { 'aria-label': isOwn ? `${label}: ${t('users.cannotDeleteSelf')}` : label } }}
      />
    </span>
  )
}

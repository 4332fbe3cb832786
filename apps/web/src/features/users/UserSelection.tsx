import type { User } from '@dalyan/contracts/users'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../shared/session/user-context.ts'

interface Selection {
  users: readonly User[]
  /** Whether all users of the page are selected, except the own account, which cannot be deleted. */
  isAll: boolean
  has: (user: User) => boolean
  toggle: (user: User) => void
  toggleAll: () => void
  clear: () => void
}

const NONE: ReadonlySet<number> = new Set()

/** The users selected on `page` of the list; another page begins without a selection. */
export function useSelection(page: string, shown: readonly User[]): Selection {
  const own = useUser().id
  const [state, setState] = useState({ page, ids: NONE })
  const ids = state.page === page ? state.ids : NONE
  const selectable = shown.filter(({ id }) => id !== own)
  const users = selectable.filter(({ id }) => ids.has(id))
  const isAll = selectable.length > 0 && users.length === selectable.length
  const select = (chosen: Iterable<number>) => setState({ page, ids: new Set(chosen) })
  return {
    users,
    isAll,
    has: ({ id }) => id !== own && ids.has(id),
    toggle: ({ id }) => select(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]),
    toggleAll: () => select(isAll ? [] : selectable.map(({ id }) => id)),
    clear: () => select([]),
  }
}

/** The checkbox before a user; the own one is disabled and says why. */
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

/** The checkbox above the column of checkboxes. */
export function SelectAllUsers({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  return (
    <Checkbox
      size="small"
      sx={{ p: 0.75 }}
      checked={selection.isAll}
      indeterminate={selection.users.length > 0 && !selection.isAll}
      onChange={selection.toggleAll}
      slotProps={{ input: { 'aria-label': t('common.actions.selectAll') } }}
    />
  )
}

interface BarProps {
  selection: Selection
  onDelete: (users: readonly User[]) => void
}

/** Replaces the filters while users are selected. */
export function SelectionBar({ selection: { users, clear }, onDelete }: BarProps) {
  const { t } = useTranslation()
  const count = users.length
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 40 }}>
      <Box role="status" sx={{ flex: '1 1 160px' }}>
        {t('common.states.selectedCount', { count })}
      </Box>
      <Button variant="contained" color="error" onClick={() => onDelete(users)}>
        {t('common.actions.deleteSelected', { count })}
      </Button>
      <Button onClick={clear}>{t('common.actions.clear')}</Button>
    </Box>
  )
}

import { type User, usersApi } from '@dalyan/contracts/users'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { recordKind } from '../../shared/resource/record-kind.ts'
import { isThemeChoice } from '../../shared/theme/tokens.ts'
import { permissionWord, roleWord } from '../records/public/role-words.ts'
import { userQueries } from '../records/public/users.queries.ts'

export const userKind = recordKind({
  name: 'users',
  api: usersApi,
  queries: userQueries,
  show: {
    email_confirmed_at: ({ email_confirmed_at: at }, t) =>
      at === null ? t('users.emailNotConfirmed') : formatDateTime(at),
    roles: ({ roles }) => <RoleChips roles={roles} />,
    permissions: ({ roles }, t) => {
      const names = roles.flatMap((role) => role.permissions.map(({ name }) => name))
      return [...new Set(names)].map((name) => permissionWord(t, name)).join(', ')
    },
    preferred_theme: ({ preferred_theme: theme }, t) => (isThemeChoice(theme) ? t(`theme.${theme}.title`) : null),
  },
})

export function RoleChips({ roles }: Pick<User, 'roles'>) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {roles.map(({ name }) => (
        <Chip key={name} component="span" size="small" variant="outlined" label={roleWord(t, name)} />
      ))}
    </Box>
  )
}

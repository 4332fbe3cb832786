import type { User } from '@dalyan/contracts/users'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'
import { roleWord } from '../records/public/role-words.ts'

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

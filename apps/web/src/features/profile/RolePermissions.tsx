import type { User } from '@dalyan/contracts/users'
import { mdiCheck } from '@mdi/js'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import { permissionWord, roleWord } from '../records/public/role-words.ts'
import { sentenceCase } from './sentence-case.ts'

/** What I may do here, by the role that allows it. */
export function RolePermissions({ roles }: Pick<User, 'roles'>) {
  const { t, i18n } = useTranslation()
  const capital = (text: string) => sentenceCase(text, i18n)
  return (
    <Paper variant="outlined" component="section" aria-labelledby="profile-permissions" sx={{ p: 2 }}>
      <Typography variant="h2" id="profile-permissions">
        {t('users.profile.permissions')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
        {t('users.profile.permissionsHint')}
      </Typography>
      {roles.map(({ name, permissions }) => (
        <Box key={name} sx={{ '& + &': { mt: 2 } }}>
          <Typography variant="h3" sx={{ mb: 0.5 }}>
            {capital(roleWord(t, name))}
          </Typography>
          {permissions.length === 0 && t('users.profile.noPermissions')}
          <Box
            component="ul"
            aria-label={capital(roleWord(t, name))}
            sx={{
              m: 0,
              p: 0,
              listStyle: 'none',
              display: 'grid',
              gap: 0.5,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            {permissions.map((permission) => (
              <Box
                component="li"
                key={permission.name}
                sx={{ display: 'flex', gap: 0.75, overflowWrap: 'anywhere', fontSize: '0.9375rem' }}
              >
                <Icon path={mdiCheck} sx={{ flexShrink: 0, fontSize: 20, color: 'text.secondary' }} />
                {capital(permissionWord(t, permission.name))}
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Paper>
  )
}

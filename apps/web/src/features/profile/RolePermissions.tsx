import type { User } from '@dalyan/contracts/users'
import { mdiCheck } from '@mdi/js'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import { PageSection } from '../../shared/ui/PageSection.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { permissionWord, roleWord } from '../records/public/role-words.ts'
import { sentenceCase } from './sentence-case.ts'

/** The user's permissions, by the role that gives them. */
export function RolePermissions({ roles }: Pick<User, 'roles'>) {
  const { t, i18n } = useTranslation()
  const capital = (text: string) => sentenceCase(text, i18n)
  return (
    <PageSection title={t('users.profile.permissions')}>
      <Quiet small>{t('users.profile.permissionsHint')}</Quiet>
      {roles.map(({ name, permissions }) => (
        <Box key={name}>
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
    </PageSection>
  )
}

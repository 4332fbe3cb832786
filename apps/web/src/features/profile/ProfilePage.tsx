import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import users from '../../locales/tr/users.json' with { type: 'json' }
import theme from '../../locales/tr/theme.json' with { type: 'json' }
import { formatDate } from '../../shared/format/date-time.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { roleWord } from '../../shared/session/role-words.ts'
import { RolePermissions } from './RolePermissions.tsx'
import { sentenceCase } from './sentence-case.ts'
import { ThemeCards } from './ThemeCards.tsx'

addWords({ theme, users })

/** Who I am here, to read, and what I may choose: the theme, the password. */
export function ProfilePage() {
  const { t, i18n } = useTranslation()
  const user = useUser()
  usePageTitle(t('auth.profileTitle'))
  useAppReady(true)
  const fields = [
    { label: t('auth.name'), value: user.name },
    { label: t('auth.email'), value: user.email },
    { label: t('auth.firm'), value: user.firm?.name ?? t('common.fields.none') },
    { label: t('auth.roles'), value: user.roles.map(({ name }) => sentenceCase(roleWord(t, name), i18n)).join(', ') },
    { label: t('users.profile.language'), value: t('users.profile.languageNote') },
    { label: t('auth.memberSince'), value: formatDate(user.created_at) },
  ]
  return (
    <Stack spacing={2} sx={{ maxWidth: 560, p: { xs: 1.5, sm: 3 } }}>
      <Typography variant="h1">{t('auth.profileTitle')}</Typography>
      <Paper variant="outlined" sx={{ p: 2 }}>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gap: '8px 16px', gridTemplateColumns: { xs: '1fr', sm: '160px 1fr' } }}
        >
          {fields.map(({ label, value }) => (
            <Fragment key={label}>
              <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                {label}
              </Typography>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {value}
              </Box>
            </Fragment>
          ))}
        </Box>
        <Button component={Link} to="/change-password" variant="outlined" sx={{ mt: 2 }}>
          {t('nav.changePassword')}
        </Button>
      </Paper>
      <RolePermissions roles={user.roles} />
      <Paper variant="outlined" component="section" aria-labelledby="profile-theme" sx={{ p: 2 }}>
        <Typography variant="h2" id="profile-theme" sx={{ mb: 1.5 }}>
          {t('theme.title')}
        </Typography>
        <ThemeCards />
      </Paper>
    </Stack>
  )
}

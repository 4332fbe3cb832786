import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import notifications from '../../locales/tr/notifications.json' with { type: 'json' }
import users from '../../locales/tr/users.json' with { type: 'json' }
import theme from '../../locales/tr/theme.json' with { type: 'json' }
import { formatDate } from '../../shared/format/date-time.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { usePage } from '../../shared/ui/page-state.ts'
import { PageSection } from '../../shared/ui/PageSection.tsx'
import { PageTabs, TabPanel } from '../../shared/ui/PageTabs.tsx'
import { RecordFields } from '../../shared/ui/RecordFields.tsx'
import { onDemand } from '../../shared/ui/on-demand.tsx'
import { roleWord } from '../records/public/role-words.ts'
import { OwnEmail } from './OwnEmail.tsx'
import { OwnPasskeys } from './OwnPasskeys.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { RolePermissions } from './RolePermissions.tsx'
import { sentenceCase } from './sentence-case.ts'
import { ThemeCards } from './ThemeCards.tsx'

addWords({ notifications, theme, users })

const NotificationSettings = onDemand(
  async () => (await import('../notifications/public/NotificationSettings.tsx')).NotificationSettings,
)

const TABS = ['account', 'notifications'] as const

/** The user's own account, and, for recipients of alarm notifications, their settings. */
export function ProfilePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isRecipient = may(useUser(), 'alarms.acknowledge')
  const { tab: requested = 'account' } = useSearch({ from: '/signed-in/profile' })
  const tab = isRecipient ? requested : 'account'
  usePage(t('auth.profileTitle'), true)
  return (
    <Stack spacing={2} sx={{ maxWidth: 620, p: { xs: 1.5, sm: 3 } }}>
      <Typography variant="h1">{t('auth.profileTitle')}</Typography>
      {isRecipient ? (
        <>
          <PageTabs
            tabs={TABS}
            tab={tab}
            labels={{ account: t('notifications.settings.account'), notifications: t('notifications.title') }}
            onChange={(next) => void navigate({ to: '/profile', search: next === 'account' ? {} : { tab: next } })}
          />
          <TabPanel tab={tab}>{tab === 'account' ? <Account /> : <NotificationSettings />}</TabPanel>
        </>
      ) : (
        <Account />
      )}
    </Stack>
  )
}

/** The user's record, sessions, permissions and theme. */
function Account() {
  const { t, i18n } = useTranslation()
  const user = useUser()
  const fields = [
    { label: t('auth.name'), value: user.name },
    { label: t('auth.email'), value: <OwnEmail /> },
    { label: t('auth.firm'), value: user.firm?.name },
    { label: t('auth.roles'), value: user.roles.map(({ name }) => sentenceCase(roleWord(t, name), i18n)).join(', ') },
    { label: t('auth.memberSince'), value: formatDate(user.created_at) },
  ]
  return (
    <Stack spacing={2}>
      <Paper variant="outlined" sx={{ p: 2 }}>
        <RecordFields fields={fields} />
        <Button component={Link} to="/change-password" variant="outlined" sx={{ mt: 2 }}>
          {t('nav.changePassword')}
        </Button>
      </Paper>
      <OwnPasskeys />
      <OwnSessions />
      <RolePermissions roles={user.roles} />
      <PageSection title={t('theme.title')}>
        <ThemeCards />
      </PageSection>
    </Stack>
  )
}

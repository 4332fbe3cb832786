import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import settings from '../../locales/tr/settings.json' with { type: 'json' }
import { ApiError } from '../../shared/api/api-error.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { BrandingSettings } from '../branding/public/BrandingSettings.tsx'
import { adminSettingsQueries } from './public/admin-settings.queries.ts'
import { AlarmLinksSetting } from './AlarmLinksSetting.tsx'
import { IdentitySettings } from './IdentitySettings.tsx'
import { NumberSetting } from './NumberSetting.tsx'
import { CommLoggingSetting, NotLoaded, SelfSignupSetting, WeeklyTestSetting } from './SettingSwitches.tsx'

addWords({ settings })

const RETENTIONS = ['log_retention_iot_days', 'log_retention_tank_days', 'log_retention_server_days'] as const

export function SettingsPage() {
  const { t } = useTranslation()
  const mayManage = may(useUser(), 'settings.manage')
  const system = useQuery({ ...adminSettingsQueries.system(), enabled: mayManage })
  const isRefused = system.error instanceof ApiError && system.error.status === 403
  usePageTitle(t('settings.title'))
  useAppReady(!system.isLoading)

  // The route lets nobody else in; a role that was taken away meanwhile ends here.
  if (!mayManage || isRefused) {
    return (
      <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
        <Alert severity="error">{t('settings.adminOnly')}</Alert>
      </Box>
    )
  }
  const values = (drawn: (known: NonNullable<typeof system.data>) => ReactNode) => {
    if (system.data) return drawn(system.data)
    if (system.error) return <NotLoaded error={system.error} onRetry={() => void system.refetch()} />
    return <Skeleton height={64} />
  }
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 }, maxWidth: 960, display: 'grid', gap: 2 }}>
      <Typography variant="h1">{t('settings.title')}</Typography>
      <Section title={t('settings.sections.identity')}>
        {values((known) => (
          <IdentitySettings settings={known} />
        ))}
      </Section>
      <Section title={t('settings.sections.access')}>
        <SelfSignupSetting />
      </Section>
      <Section title={t('settings.sections.notifications')}>
        {values(({ weekly_channel_test }) => (
          <WeeklyTestSetting enabled={weekly_channel_test} />
        ))}
        <AlarmLinksSetting />
      </Section>
      <Section title={t('settings.sections.logging')}>
        <CommLoggingSetting />
      </Section>
      <Section title={t('settings.sections.retention')}>
        {values((known) =>
          RETENTIONS.map((name) => (
            <NumberSetting
              key={name}
              name={name}
              value={known[name]}
              label={t(`settings.retention.${name}`)}
              hint={t('settings.retention.hint')}
              saved={t('common.states.saved')}
            />
          )),
        )}
      </Section>
      <Section title={t('settings.sections.orders')}>
        {values((known) => (
          <NumberSetting
            name="points_per_delivered_order"
            value={known.points_per_delivered_order}
            label={t('settings.fields.pointsPerOrder')}
            hint={t('settings.fields.pointsPerOrderHint')}
            saved={t('settings.messages.pointsSaved')}
          />
        ))}
      </Section>
      <Section title={t('settings.sections.branding')}>
        <BrandingSettings />
        <Box>
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
            {t('settings.branding.openHint')}
          </Typography>
          <Button component={Link} to="/admin/branding-test" variant="outlined">
            {t('settings.branding.open')}
          </Button>
        </Box>
      </Section>
    </Box>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ p: 2, display: 'grid', gap: 2.5 }}>
      <Typography variant="h2" id={id}>
        {title}
      </Typography>
      {children}
    </Paper>
  )
}

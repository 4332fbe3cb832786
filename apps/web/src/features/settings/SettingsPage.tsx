import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import settings from '../../locales/tr/settings.json' with { type: 'json' }
import { ApiError } from '../../shared/api/api-error.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { usePage } from '../../shared/ui/page-state.ts'
import { PageSection } from '../../shared/ui/PageSection.tsx'
import { PageSkeleton } from '../../shared/ui/PageSkeleton.tsx'
import { BrandingSettings } from '../branding/public/BrandingSettings.tsx'
import { adminSettingsQueries } from './public/admin-settings.queries.ts'
import { AlarmLinksSetting } from './AlarmLinksSetting.tsx'
import { DisplayLinks } from './DisplayLinks.tsx'
import { Integrations } from './Integrations.tsx'
import { MeasurementRetention } from './MeasurementRetention.tsx'
import { CommLoggingSetting, NotLoaded, SelfSignupSetting, WeeklyTestSetting } from './SwitchSettings.tsx'
import { IdentitySettings, NumberSetting } from './TextSettings.tsx'

addWords({ settings })

const RETENTIONS = ['log_retention_iot_days', 'log_retention_tank_days', 'log_retention_server_days'] as const

export function SettingsPage() {
  const { t } = useTranslation()
  const mayManage = may(useUser(), 'settings.manage')
  const system = useQuery({ ...adminSettingsQueries.system(), enabled: mayManage })
  const isRefused = system.error instanceof ApiError && system.error.status === 403
  usePage(t('settings.title'), !system.isLoading)

  // The route refuses other users; a user whose role was removed meanwhile is refused here.
  if (!mayManage || isRefused) {
    return (
      <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
        <Alert severity="error">{t('settings.adminOnly')}</Alert>
      </Box>
    )
  }
  if (system.isPending) return <PageSkeleton />
  const values = (draw: (known: NonNullable<typeof system.data>) => ReactNode) => {
    if (system.data) return draw(system.data)
    return <NotLoaded error={system.error} onRetry={() => void system.refetch()} />
  }
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 }, maxWidth: 960, display: 'grid', gap: 2 }}>
      <Typography variant="h1">{t('settings.title')}</Typography>
      <PageSection gap={2.5} title={t('settings.sections.identity')}>
        {values((known) => (
          <IdentitySettings settings={known} />
        ))}
      </PageSection>
      <PageSection gap={2.5} title={t('settings.sections.access')}>
        <SelfSignupSetting />
      </PageSection>
      <PageSection gap={2.5} title={t('displayLinks.title')}>
        <DisplayLinks />
      </PageSection>
      <PageSection gap={2.5} title={t('settings.integrations.title')}>
        <Integrations />
      </PageSection>
      <PageSection gap={2.5} title={t('settings.sections.notifications')}>
        {values(({ weekly_channel_test }) => (
          <WeeklyTestSetting enabled={weekly_channel_test} />
        ))}
        <AlarmLinksSetting />
      </PageSection>
      <PageSection gap={2.5} title={t('settings.sections.logging')}>
        <CommLoggingSetting />
      </PageSection>
      <PageSection gap={2.5} title={t('settings.sections.retention')}>
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
        {values((known) => (
          <MeasurementRetention saved={known} />
        ))}
      </PageSection>
      <PageSection gap={2.5} title={t('settings.sections.measurements')}>
        {values((known) => (
          <NumberSetting
            name="altitude_metres"
            value={known.altitude_metres}
            label={t('settings.fields.altitude')}
            hint={t('settings.fields.altitudeHint')}
            saved={t('common.states.saved')}
          />
        ))}
      </PageSection>
      <PageSection gap={2.5} title={t('settings.sections.orders')}>
        {values((known) => (
          <NumberSetting
            name="points_per_delivered_order"
            value={known.points_per_delivered_order}
            label={t('settings.fields.pointsPerOrder')}
            hint={t('settings.fields.pointsPerOrderHint')}
            saved={t('settings.messages.pointsSaved')}
          />
        ))}
      </PageSection>
      <PageSection gap={2.5} title={t('settings.sections.branding')}>
        <BrandingSettings />
        <Box>
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
            {t('settings.branding.openHint')}
          </Typography>
          <Button component={Link} to="/admin/branding-test" variant="outlined">
            {t('settings.branding.open')}
          </Button>
        </Box>
      </PageSection>
    </Box>
  )
}

import {
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
  type NotificationPreferences,
} from '@dalyan/contracts/notifications'
import { SEVERITIES, type Severity } from '@dalyan/contracts/range-templates'
import { mdiBellCogOutline } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../../shared/api/online.ts'
import { isAdmin } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { TitledCard } from '../../../shared/ui/TitledCard.tsx'
import { SEVERITY_ICON } from '../../alarms/public/alarm-look.ts'
import { useSetPreferences } from './use-set-preferences.ts'

const HINT = 'all-firms-hint'

/** Severity × channel; each checkbox is saved at once. */
export function ChannelMatrix({ preferences }: { preferences: NotificationPreferences }) {
  const { t } = useTranslation()
  const user = useUser()
  const online = useOnline()
  const saving = useSetPreferences()
  const coming = saving.isPending ? saving.variables.channels : undefined
  const channelsOf = (severity: Severity) => coming?.[severity] ?? preferences.channels[severity]
  const allFirms = (saving.isPending ? saving.variables.all_firms : undefined) ?? preferences.all_firms
  const locked = saving.isPending || !online

  function turn(severity: Severity, channel: NotificationChannel, on: boolean) {
    const next = NOTIFICATION_CHANNELS.filter((each) => (each === channel ? on : channelsOf(severity).includes(each)))
    // Not disabled while saving, because it would lose the focus.
    if (!locked) saving.mutate({ channels: { [severity]: next } })
  }
  return (
    <TitledCard icon={mdiBellCogOutline} title={t('notifications.settings.matrix')}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {t('notifications.settings.matrixHint')}
      </Typography>
      <Box
        component="table"
        aria-label={t('notifications.settings.matrix')}
        sx={({ tokens: { palette } }) => ({
          width: '100%',
          tableLayout: 'fixed',
          borderCollapse: 'collapse',
          '& th': { py: 0.5, fontSize: '0.875rem', fontWeight: 500, hyphens: 'auto' },
          '& thead th': { verticalAlign: 'bottom' },
          '& th:first-of-type': { textAlign: 'start' },
          '& td': { p: 0, textAlign: 'center' },
          '& tbody tr': { borderTop: `1px solid ${palette.divider}` },
        })}
      >
        <thead>
          <tr>
            <th scope="col">{t('notifications.settings.severity')}</th>
            {NOTIFICATION_CHANNELS.map((channel) => (
              <th key={channel} scope="col">
                {t(`notifications.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SEVERITIES.map((severity) => (
            <tr key={severity}>
              <th scope="row">
                <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
                  <Icon path={SEVERITY_ICON[severity]} sx={{ fontSize: 20, color: 'text.secondary' }} />
                  {t(`alarms.severity.${severity}`)}
                </Box>
              </th>
              {NOTIFICATION_CHANNELS.map((channel) => (
                <td key={channel}>
                  <Checkbox
                    checked={channelsOf(severity).includes(channel)}
                    disabled={!online}
                    onChange={(_, on) => turn(severity, channel, on)}
                    slotProps={{
                      input: {
                        'aria-label': t('notifications.settings.cell', {
                          severity: t(`alarms.severity.${severity}`),
                          channel: t(`notifications.channel.${channel}`),
                        }),
                      },
                    }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
      {channelsOf('critical').length === 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t('notifications.settings.noneCritical')}
        </Alert>
      )}
      {isAdmin(user) && (
        <>
          <FormControlLabel
            sx={{ mt: 1 }}
            label={t('notifications.settings.allFirms')}
            control={
              <Switch
                checked={allFirms}
                disabled={!online}
                onChange={(_, on) => {
                  if (!locked) saving.mutate({ all_firms: on })
                }}
                slotProps={{ input: { 'aria-describedby': HINT } }}
              />
            }
          />
          <Typography id={HINT} variant="body2" sx={{ color: 'text.secondary' }}>
            {t('notifications.settings.allFirmsHint')}
          </Typography>
        </>
      )}
      {saving.error && <ErrorAlert title={t('notifications.settings.saveFailed')} error={saving.error} />}
    </TitledCard>
  )
}

import {
  FOREWARNING_DAY,
  FOREWARNING_TIMES,
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
  type NotificationPreferences,
  notificationsApi,
  type PreferencesInput,
  type QuietHours,
} from '@dalyan/contracts/notifications'
import { SEVERITIES, type Severity } from '@dalyan/contracts/alarm-words'
import { mdiBellCogOutline, mdiFileCertificateOutline, mdiWeatherNight } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { useOnline } from '../../../shared/api/online.ts'
import { TIME_ZONE } from '../../../shared/format/date-time.ts'
import { isAdmin, useUser } from '../../../shared/session/user.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { TitledCard } from '../../../shared/ui/PageSection.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { SEVERITY_ICON } from '../../alarms/public/alarm-look.ts'
import { notificationQueries } from '../notifications.queries.ts'

const HINT = 'all-firms-hint'
const REPORT_HINT = 'monthly-report-hint'

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
      <TextField
        select
        size="small"
        label={t('notifications.settings.forewarnings')}
        helperText={t('notifications.settings.forewarningsHint', FOREWARNING_DAY)}
        value={(saving.isPending ? saving.variables.forewarnings : undefined) ?? preferences.forewarnings}
        disabled={!online}
        onChange={(event) => {
          const chosen = FOREWARNING_TIMES.find((time) => time === event.target.value)
          if (chosen && !locked) saving.mutate({ forewarnings: chosen })
        }}
        sx={{ mt: 2, width: '100%', maxWidth: 360 }}
      >
        {FOREWARNING_TIMES.map((time) => (
          <MenuItem key={time} value={time}>
            {t(`notifications.settings.forewarningTimes.${time}`)}
          </MenuItem>
        ))}
      </TextField>
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

/** Whether the monthly reports come by mail, and why they cannot. */
export function MonthlyReportCard({ preferences }: { preferences: NotificationPreferences }) {
  const { t } = useTranslation()
  const online = useOnline()
  const saving = useSetPreferences()
  const isOn = (saving.isPending ? saving.variables.monthly_report : undefined) ?? preferences.monthly_report
  const obstacle = preferences.health.find(({ channel }) => channel === 'mail')?.reason
  return (
    <TitledCard icon={mdiFileCertificateOutline} title={t('notifications.settings.monthlyReport')}>
      <FormControlLabel
        label={t('notifications.settings.monthlyReportOn')}
        control={
          <Switch
            checked={isOn}
            disabled={!online}
            onChange={(_, on) => {
              if (!saving.isPending) saving.mutate({ monthly_report: on })
            }}
            slotProps={{ input: { 'aria-describedby': REPORT_HINT } }}
          />
        }
      />
      <Typography id={REPORT_HINT} variant="body2" sx={{ color: 'text.secondary' }}>
        {t('notifications.settings.monthlyReportHint')}
      </Typography>
      {obstacle === 'no_mail_server' && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t('notifications.settings.monthlyReportNoMail')}
        </Alert>
      )}
      {obstacle === 'email_unconfirmed' && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t('notifications.settings.monthlyReportUnconfirmed')}
        </Alert>
      )}
      {saving.error && <ErrorAlert title={t('notifications.settings.saveFailed')} error={saving.error} />}
    </TitledCard>
  )
}

const USUAL: QuietHours = { from: '22:00', to: '07:00', time_zone: TIME_ZONE }

/** The hours in which only critical alarms are notified. */
export function QuietHoursForm({ kept }: { kept: QuietHours | null }) {
  const { t } = useTranslation()
  const saving = useSetPreferences()
  const [isOn, setIsOn] = useState(kept !== null)
  const [hours, setHours] = useState(kept ?? USUAL)
  const next = isOn ? hours : null
  const isChanged = JSON.stringify(next) !== JSON.stringify(kept)
  const isSame = isOn && hours.from === hours.to
  return (
    <TitledCard icon={mdiWeatherNight} title={t('notifications.settings.quiet')}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSame && hours.from !== '' && hours.to !== '') saving.mutate({ quiet_hours: next })
        }}
        sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}
      >
        <Quiet small>{t('notifications.settings.quietHint')}</Quiet>
        <FormControlLabel
          label={t('notifications.settings.quietOn')}
          control={<Switch checked={isOn} onChange={(_, on) => setIsOn(on)} />}
        />
        {isOn && (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
              {(['from', 'to'] as const).map((end) => (
                <TextField
                  key={end}
                  type="time"
                  size="small"
                  label={t(end === 'from' ? 'notifications.settings.quietFrom' : 'notifications.settings.quietTo')}
                  value={hours[end]}
                  required
                  error={isSame || hours[end] === ''}
                  onChange={(event) => setHours({ ...hours, [end]: event.target.value })}
                  slotProps={{ inputLabel: { shrink: true } }}
                  sx={{ width: 150 }}
                />
              ))}
            </Box>
            <Quiet small>{t('notifications.settings.quietZone', { zone: hours.time_zone })}</Quiet>
          </>
        )}
        {isSame && (
          <Typography role="alert" sx={({ tokens: { palette } }) => ({ color: palette.error.text })}>
            {t('notifications.settings.quietSame')}
          </Typography>
        )}
        {saving.error && <ErrorAlert title={t('notifications.settings.saveFailed')} error={saving.error} />}
        {isChanged && (
          <WriteButton type="submit" variant="contained" disabled={saving.isPending}>
            {saving.isPending ? t('common.states.saving') : t('common.actions.save')}
          </WriteButton>
        )}
      </Box>
    </TitledCard>
  )
}

/** Saves the given preferences; `variables` holds those being saved. */
function useSetPreferences() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const show = useSnackbar()
  return useMutation({
    mutationFn: (body: PreferencesInput) => call(notificationsApi.setPreferences, { body }),
    onSuccess: (kept) => {
      cache.setQueryData(notificationQueries.preferences().queryKey, kept)
      show(t('notifications.settings.saved'))
    },
  })
}

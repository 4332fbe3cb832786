import type { QuietHours } from '@dalyan/contracts/notifications'
import { mdiWeatherNight } from '@mdi/js'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TIME_ZONE } from '../../../shared/format/date-time.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { TitledCard } from '../../../shared/ui/TitledCard.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { useSetPreferences } from './use-set-preferences.ts'

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
  const field = (name: 'from' | 'to', label: string) => (
    <TextField
      type="time"
      size="small"
      label={label}
      value={hours[name]}
      required
      error={isSame || hours[name] === ''}
      onChange={(event) => setHours({ ...hours, [name]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ width: 150 }}
    />
  )
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
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('notifications.settings.quietHint')}
        </Typography>
        <FormControlLabel
          label={t('notifications.settings.quietOn')}
          control={<Switch checked={isOn} onChange={(_, on) => setIsOn(on)} />}
        />
        {isOn && (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
              {field('from', t('notifications.settings.quietFrom'))}
              {field('to', t('notifications.settings.quietTo'))}
            </Box>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('notifications.settings.quietZone', { zone: hours.time_zone })}
            </Typography>
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

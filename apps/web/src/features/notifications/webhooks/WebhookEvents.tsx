import { WEBHOOK_EVENTS, type WebhookEvent, type WebhookDelivery } from '@dalyan/contracts/webhooks'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

/** Selects the alarm events to send. */
export function WebhookEvents() {
  const { t } = useTranslation()
  const id = useId()
  const { field, fieldState } = useController<{ events: WebhookEvent[] }>({ name: 'events' })
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid' }}>
      <Typography id={id} variant="subtitle2" component="h3">
        {t('notifications.webhooks.events')}
      </Typography>
      {WEBHOOK_EVENTS.map((name, index) => (
        <FormControlLabel
          key={name}
          label={t(EVENT_WORD[name])}
          control={
            <Checkbox
              checked={field.value.includes(name)}
              onBlur={field.onBlur}
              onChange={(_, on) =>
                field.onChange(WEBHOOK_EVENTS.filter((each) => (each === name ? on : field.value.includes(each))))
              }
              {...(index === 0 ? { slotProps: { input: { ref: field.ref } } } : {})}
            />
          }
        />
      ))}
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </Box>
  )
}

/** The locale key of each event; a dot in the last part would split the key. */
export const EVENT_WORD = {
  'alarm.raised': 'notifications.webhooks.event.alarm_raised',
  'alarm.notified_again': 'notifications.webhooks.event.alarm_notified_again',
  'alarm.reminder': 'notifications.webhooks.event.alarm_reminder',
  'alarm.acknowledged': 'notifications.webhooks.event.alarm_acknowledged',
  'alarm.shelved': 'notifications.webhooks.event.alarm_shelved',
  'alarm.cleared': 'notifications.webhooks.event.alarm_cleared',
  'alarm.closed': 'notifications.webhooks.event.alarm_closed',
  test: 'notifications.webhooks.event.test',
} as const satisfies Record<WebhookDelivery['event'], string>

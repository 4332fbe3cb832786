import type { Firm } from '@dalyan/contracts/firms'
import {
  WEBHOOK_EVENTS,
  WEBHOOK_PLACEHOLDERS,
  type WebhookEvent,
  webhooksApi,
  type WebhookWithSecret,
} from '@dalyan/contracts/webhooks'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { EVENT_WORD } from './event-words.ts'

interface Values {
  url: string
  events: WebhookEvent[]
  template: string
}

const NAMES = WEBHOOK_PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ')

interface Props {
  firm: Pick<Firm, 'id' | 'name'>
  onMade: (made: WebhookWithSecret) => void
  onClose: () => void
}

export function WebhookForm({ firm, onMade, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDialog<Values, WebhookWithSecret>
      title={t('notifications.webhooks.addTitle', { name: firm.name })}
      submit={t('notifications.webhooks.create')}
      failed={t('notifications.webhooks.saveFailed')}
      defaults={{ url: '', events: [...WEBHOOK_EVENTS], template: '' }}
      check={({ url, events }): Record<string, string> => ({
        ...(url.trim() === '' ? { url: t('notifications.webhooks.urlRequired') } : {}),
        ...(events.length === 0 ? { events: t('notifications.webhooks.eventsRequired') } : {}),
      })}
      save={({ url, events, template }) =>
        call(webhooksApi.create, {
          body: { firm_id: firm.id, url: url.trim(), events, template: template.trim() === '' ? null : template },
        })
      }
      onSaved={onMade}
      onClose={onClose}
    >
      <FormText
        name="url"
        label={t('notifications.webhooks.url')}
        required
        maxLength={1000}
        hint={t('notifications.webhooks.urlHint')}
      />
      <Events />
      <FormText
        name="template"
        label={t('notifications.webhooks.template')}
        multiline
        maxLength={4000}
        hint={
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {t('notifications.webhooks.templateHint', { names: NAMES })}
          </Box>
        }
      />
    </FormDialog>
  )
}

function Events() {
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

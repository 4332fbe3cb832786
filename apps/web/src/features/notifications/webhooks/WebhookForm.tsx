import type { Firm } from '@dalyan/contracts/firms'
import {
  CALLING_EVENTS,
  WEBHOOK_EVENTS,
  WEBHOOK_PLACEHOLDERS,
  type Webhook,
  type WebhookEvent,
  webhooksApi,
  type WebhookWithSecret,
} from '@dalyan/contracts/webhooks'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call, callIfMatch, callTagged, type Tagged } from '../../../shared/api/call.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormSwitch } from '../../../shared/form/FormSwitch.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { EVENT_WORD } from './WebhookDeliveries.tsx'
import { ReadyMadeTemplates, TemplatePreview } from './WebhookTemplates.tsx'

interface WebhookValues {
  url: string
  events: WebhookEvent[]
  template: string
  active: boolean
}

const NAMES = WEBHOOK_PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ')
const EMPTY: WebhookValues = { url: '', events: [...CALLING_EVENTS], template: '', active: true }

const valuesOf = ({ url, events, template, active }: Webhook): WebhookValues => ({
  url,
  events,
  template: template ?? '',
  active,
})

interface Props {
  firm: Pick<Firm, 'id' | 'name'>
  /** The webhook to change; null: a new one. */
  tagged: Tagged<Webhook> | null
  /** Called with the webhook; a new one includes its secret. */
  onSaved: (saved: Webhook | WebhookWithSecret) => void
  onClose: () => void
}

/** Adds or changes a webhook. */
export function WebhookForm({ firm, tagged, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const [known, setKnown] = useState(tagged)

  async function reload(id: number): Promise<WebhookValues> {
    const next = await callTagged(webhooksApi.get, { params: { id } })
    setKnown(next)
    return valuesOf(next.record)
  }
  async function save({ url, events, template, active }: WebhookValues, { overwrite }: { overwrite: boolean }) {
    const body = { url: url.trim(), events, template: template.trim() === '' ? null : template, active }
    if (!known) return await call(webhooksApi.create, { body: { firm_id: firm.id, ...body } })
    return await callIfMatch(webhooksApi.update, overwrite ? null : known.etag, {
      params: { id: known.record.id },
      body,
    })
  }
  return (
    <FormDialog<WebhookValues, Webhook | WebhookWithSecret>
      title={t(known ? 'notifications.webhooks.editTitle' : 'notifications.webhooks.addTitle', { name: firm.name })}
      submit={known ? t('common.actions.saveChanges') : t('notifications.webhooks.create')}
      failed={t(known ? 'notifications.webhooks.changeFailed' : 'notifications.webhooks.saveFailed')}
      defaults={known ? valuesOf(known.record) : EMPTY}
      check={({ url, events }): Record<string, string> => ({
        ...(url.trim() === '' ? { url: t('notifications.webhooks.urlRequired') } : {}),
        ...(events.length === 0 ? { events: t('notifications.webhooks.eventsRequired') } : {}),
      })}
      save={save}
      {...(known ? { reload: () => reload(known.record.id) } : {})}
      onSaved={onSaved}
      onClose={onClose}
    >
      <ReadyMadeTemplates />
      <FormText
        name="url"
        label={t('notifications.webhooks.url')}
        required
        maxLength={1000}
        hint={t('notifications.webhooks.urlHint')}
      />
      <WebhookEvents />
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
      <TemplatePreview />
      <FormSwitch name="active" label={t('notifications.webhooks.active')} />
    </FormDialog>
  )
}

/** Selects the alarm events to send. */
function WebhookEvents() {
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

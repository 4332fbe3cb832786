import { type Webhook, WEBHOOK_EVENTS, webhooksApi } from '@dalyan/contracts/webhooks'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { useOnline } from '../../../shared/api/online.ts'
import { DividedItem } from '../../../shared/ui/DividedItem.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { Delivered, TestButton, TestOutcome } from '../Delivered.tsx'
import { EVENT_WORD, WebhookDeliveries } from './WebhookDeliveries.tsx'
import { turnWebhook, webhookQueries } from './webhooks.queries.ts'

/** What a button of the line opens. */
export type WebhookDialogName = 'edit' | 'renew' | 'delete'
const DIALOGS = [
  { name: 'edit', label: 'common.actions.edit' },
  { name: 'renew', label: 'notifications.webhooks.renew' },
  { name: 'delete', label: 'notifications.webhooks.delete' },
] as const

interface Props {
  webhook: Webhook
  onDialog: (name: WebhookDialogName) => void
}

/** One webhook: address, last deliveries, test and switch. */
export function WebhookLine({ webhook, onDialog }: Props) {
  const { t, i18n } = useTranslation()
  const cache = useQueryClient()
  const online = useOnline()
  const [isOpen, setIsOpen] = useState(false)
  const { id, url, active, waiting } = webhook
  const onSettled = () => cache.invalidateQueries({ queryKey: webhookQueries.all })
  const testing = useMutation({ mutationFn: () => call(webhooksApi.test, { params: { id } }), onSettled })
  const turning = useMutation({
    mutationFn: (on: boolean) => turnWebhook(webhook, on, i18n.language === 'en' ? 'en' : 'tr'),
    onSettled,
  })
  return (
    <DividedItem>
      <Box lang="en" sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
        {url}
      </Box>
      <Box sx={{ color: 'text.secondary' }}>
        {webhook.events.length === WEBHOOK_EVENTS.length
          ? t('notifications.webhooks.allEvents')
          : webhook.events.map((event) => t(EVENT_WORD[event])).join(' · ')}
      </Box>
      <Delivered {...webhook} />
      {waiting > 0 && <Alert severity="warning">{t('notifications.webhooks.waiting', { count: waiting })}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <FormControlLabel
          label={t('notifications.webhooks.active')}
          control={
            <Switch
              checked={turning.isPending ? turning.variables : active}
              disabled={!online}
              onChange={(_, on) => turning.mutate(on)}
              slotProps={{ input: { 'aria-label': t('notifications.webhooks.activeOf', { url }) } }}
            />
          }
        />
        <TestButton testing={testing} label={t('notifications.webhooks.testOf', { url })} />
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={t('notifications.webhooks.deliveriesOf', { url })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('notifications.webhooks.deliveries')}
        </Button>
        {DIALOGS.map(({ name, label }) => (
          <Button
            key={name}
            size="small"
            color={name === 'delete' ? 'error' : 'primary'}
            aria-label={t(`notifications.webhooks.${name}Of`, { url })}
            onClick={() => onDialog(name)}
          >
            {t(label)}
          </Button>
        ))}
      </Box>
      <TestOutcome testing={testing} />
      {turning.error && <ErrorAlert title={t('notifications.webhooks.changeFailed')} error={turning.error} />}
      {isOpen && <WebhookDeliveries id={id} label={t('notifications.webhooks.deliveriesOf', { url })} />}
    </DividedItem>
  )
}

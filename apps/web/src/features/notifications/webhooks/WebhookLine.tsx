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
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { Delivered } from '../Delivered.tsx'
import { WebhookDeliveries } from './WebhookDeliveries.tsx'
import { EVENT_WORD } from './WebhookEvents.tsx'
import { turnWebhook, webhookKeys } from './webhooks.queries.ts'

interface Props {
  webhook: Webhook
  onEdit: () => void
  onRenewSecret: () => void
}

/** One webhook: address, last deliveries, test, switch and deletion. */
export function WebhookLine({ webhook, onEdit, onRenewSecret }: Props) {
  const { t, i18n } = useTranslation()
  const cache = useQueryClient()
  const online = useOnline()
  const [isDeleting, setIsDeleting] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const { id, url, active, waiting } = webhook
  const params = { id }
  const onSettled = () => cache.invalidateQueries({ queryKey: webhookKeys.all })
  const testing = useMutation({ mutationFn: () => call(webhooksApi.test, { params }), onSettled })
  const turning = useMutation({
    mutationFn: (on: boolean) => turnWebhook(webhook, on, i18n.language === 'en' ? 'en' : 'tr'),
    onSettled,
  })
  return (
    <Box
      component="li"
      sx={({ tokens: { palette } }) => ({
        py: 1.5,
        borderTop: `1px solid ${palette.divider}`,
        display: 'grid',
        gap: 1,
      })}
    >
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
        <WriteButton
          size="small"
          variant="outlined"
          disabled={testing.isPending}
          aria-label={t('notifications.webhooks.testOf', { url })}
          onClick={() => testing.mutate()}
        >
          {testing.isPending ? t('notifications.health.testing') : t('notifications.health.test')}
        </WriteButton>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={t('notifications.webhooks.deliveriesOf', { url })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('notifications.webhooks.deliveries')}
        </Button>
        <Button size="small" aria-label={t('notifications.webhooks.editOf', { url })} onClick={onEdit}>
          {t('common.actions.edit')}
        </Button>
        <Button size="small" aria-label={t('notifications.webhooks.renewOf', { url })} onClick={onRenewSecret}>
          {t('notifications.webhooks.renew')}
        </Button>
        <Button
          size="small"
          color="error"
          aria-label={t('notifications.webhooks.deleteOf', { url })}
          onClick={() => setIsDeleting(true)}
        >
          {t('notifications.webhooks.delete')}
        </Button>
      </Box>
      <Box role="status">{testing.isSuccess && <Alert severity="success">{t('notifications.health.sent')}</Alert>}</Box>
      {testing.error && <ErrorAlert title={t('notifications.health.testFailed')} error={testing.error} />}
      {turning.error && <ErrorAlert title={t('notifications.webhooks.changeFailed')} error={turning.error} />}
      {isOpen && <WebhookDeliveries id={id} label={t('notifications.webhooks.deliveriesOf', { url })} />}
      {isDeleting && (
        <ConfirmDialog
          title={t('notifications.webhooks.deleteTitle')}
          body={t('notifications.webhooks.deleteBody', { url })}
          confirm={t('notifications.webhooks.deleteConfirm')}
          onClose={() => setIsDeleting(false)}
          onConfirm={async () => {
            await call(webhooksApi.remove, { params })
            setIsDeleting(false)
            await onSettled()
          }}
        />
      )}
    </Box>
  )
}

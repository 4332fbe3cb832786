import type { Firm } from '@dalyan/contracts/firms'
import { type Webhook, webhooksApi } from '@dalyan/contracts/webhooks'
import { mdiPlus } from '@mdi/js'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import notifications from '../../../locales/tr/notifications.json' with { type: 'json' }
import { call } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { RecordDialog } from '../../../shared/form/RecordDialog.tsx'
import { RecordLoader } from '../../../shared/form/RecordLoader.tsx'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { CopyField } from '../../../shared/ui/CopyField.tsx'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { WebhookForm } from '../webhooks/WebhookForm.tsx'
import { type WebhookDialogName, WebhookLine } from '../webhooks/WebhookLine.tsx'
import { webhookQueries } from '../webhooks/webhooks.queries.ts'

addWords({ notifications })

/** Manages the webhooks that receive a firm's alarms. */
export function WebhooksDialog({ firm, onClose }: { firm: Pick<Firm, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const webhooks = useQuery(webhookQueries.ofFirm(firm.id))
  const [isAdding, setIsAdding] = useState(false)
  const [dialog, setDialog] = useState<{ name: WebhookDialogName; webhook: Webhook } | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const refresh = () => cache.invalidateQueries({ queryKey: webhookQueries.all })
  function close(): void {
    setIsAdding(false)
    setDialog(null)
  }
  return (
    <RecordDialog
      title={t('notifications.webhooks.title', { name: firm.name })}
      fields={[]}
      actions={
        <Button startIcon={<Icon path={mdiPlus} />} onClick={() => setIsAdding(true)}>
          {t('notifications.webhooks.add')}
        </Button>
      }
      onClose={onClose}
    >
      <Quiet small>{t('notifications.webhooks.intro')}</Quiet>
      {secret !== null && (
        <Alert severity="warning" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
          <AlertTitle>{t('notifications.webhooks.secretTitle')}</AlertTitle>
          {t('notifications.webhooks.secretOnce')}
          <CopyField
            label={t('notifications.webhooks.secretTitle')}
            copyLabel={t('notifications.webhooks.secretCopy')}
            value={secret}
          />
        </Alert>
      )}
      {webhooks.isPending && <Skeleton height={80} />}
      <QueryError title={t('notifications.webhooks.loadFailed')} query={webhooks} />
      {webhooks.data?.data.length === 0 && <Typography>{t('notifications.webhooks.empty')}</Typography>}
      <Box component="ul" aria-label={t('notifications.webhooks.list')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {webhooks.data?.data.map((webhook) => (
          <WebhookLine key={webhook.id} webhook={webhook} onDialog={(name) => setDialog({ name, webhook })} />
        ))}
      </Box>
      {isAdding && (
        <WebhookForm
          firm={firm}
          tagged={null}
          onSaved={(made) => {
            if ('secret' in made) setSecret(made.secret)
            close()
            void refresh()
          }}
          onClose={close}
        />
      )}
      {dialog?.name === 'edit' && (
        <EditWebhook
          firm={firm}
          id={dialog.webhook.id}
          onSaved={() => {
            close()
            void refresh()
          }}
          onClose={close}
        />
      )}
      {dialog && dialog.name !== 'edit' && (
        <ConfirmDialog
          title={t(`notifications.webhooks.${dialog.name}Title`)}
          body={t(`notifications.webhooks.${dialog.name}Body`, { url: dialog.webhook.url })}
          confirm={t(`notifications.webhooks.${dialog.name}Confirm`)}
          onClose={close}
          onConfirm={async () => {
            const params = { id: dialog.webhook.id }
            if (dialog.name === 'delete') await call(webhooksApi.remove, { params })
            else setSecret((await call(webhooksApi.renewSecret, { params })).secret)
            close()
            await refresh()
          }}
        />
      )}
    </RecordDialog>
  )
}

type EditProps = Omit<Parameters<typeof WebhookForm>[0], 'tagged'> & { id: number }

/** The form of a webhook in its present version. */
function EditWebhook({ id, ...form }: EditProps) {
  const { t } = useTranslation()
  return (
    <RecordLoader
      query={useQuery(webhookQueries.edited(id))}
      label={t('notifications.webhooks.editTitle', { name: form.firm.name })}
      failed={t('notifications.webhooks.loadFailed')}
      onClose={form.onClose}
    >
      {(tagged) => <WebhookForm {...form} tagged={tagged} />}
    </RecordLoader>
  )
}

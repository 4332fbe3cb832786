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
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { WebhookForm } from '../webhooks/WebhookForm.tsx'
import { WebhookLine } from '../webhooks/WebhookLine.tsx'
import { editedWebhook, webhookKeys, webhooksOf } from '../webhooks/webhooks.queries.ts'

addWords({ notifications })

/** Manages the webhooks that receive a firm's alarms. */
export function WebhooksDialog({ firm, onClose }: { firm: Pick<Firm, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const webhooks = useQuery(webhooksOf(firm.id))
  const [isAdding, setIsAdding] = useState(false)
  const [editedId, setEditedId] = useState<number | null>(null)
  const [renewed, setRenewed] = useState<Webhook | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const edited = useQuery({ ...editedWebhook(editedId ?? 0), enabled: editedId !== null })
  const refresh = () => cache.invalidateQueries({ queryKey: webhookKeys.all })
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
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('notifications.webhooks.intro')}
      </Typography>
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
      {webhooks.error && (
        <ErrorAlert
          title={t('notifications.webhooks.loadFailed')}
          error={webhooks.error}
          onRetry={() => void webhooks.refetch()}
        />
      )}
      {webhooks.data?.data.length === 0 && <Typography>{t('notifications.webhooks.empty')}</Typography>}
      <Box component="ul" aria-label={t('notifications.webhooks.list')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {webhooks.data?.data.map((webhook) => (
          <WebhookLine
            key={webhook.id}
            webhook={webhook}
            onEdit={() => setEditedId(webhook.id)}
            onRenewSecret={() => setRenewed(webhook)}
          />
        ))}
      </Box>
      {isAdding && (
        <WebhookForm
          firm={firm}
          tagged={null}
          onSaved={(made) => {
            if ('secret' in made) setSecret(made.secret)
            setIsAdding(false)
            void refresh()
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {editedId !== null && (
        <RecordLoader
          query={edited}
          label={t('notifications.webhooks.editTitle', { name: firm.name })}
          failed={t('notifications.webhooks.loadFailed')}
          onClose={() => setEditedId(null)}
        >
          {(tagged) => (
            <WebhookForm
              firm={firm}
              tagged={tagged}
              onSaved={() => {
                setEditedId(null)
                void refresh()
              }}
              onClose={() => setEditedId(null)}
            />
          )}
        </RecordLoader>
      )}
      {renewed && (
        <ConfirmDialog
          title={t('notifications.webhooks.renewTitle')}
          body={t('notifications.webhooks.renewBody', { url: renewed.url })}
          confirm={t('notifications.webhooks.renewConfirm')}
          onClose={() => setRenewed(null)}
          onConfirm={async () => {
            setSecret((await call(webhooksApi.renewSecret, { params: { id: renewed.id } })).secret)
            setRenewed(null)
            await refresh()
          }}
        />
      )}
    </RecordDialog>
  )
}

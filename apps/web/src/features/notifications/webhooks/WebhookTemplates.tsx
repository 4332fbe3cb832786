import { type WebhookEvent, webhooksApi, CALLING_EVENTS, WEBHOOK_EVENTS } from '@dalyan/contracts/webhooks'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'

interface Filled {
  template: string
  events: WebhookEvent[]
}

/** Fills in the template of a common receiver; the user can undo it. */
export function ReadyMadeTemplates() {
  const { t } = useTranslation()
  const { getValues, setValue } = useFormContext<Filled>()
  const [kind, setKind] = useState<ReceiverKind | 'own'>(() => readyMadeOf(getValues('template')) ?? 'own')
  const [replaced, setReplaced] = useState<(Filled & { kind: ReceiverKind | 'own' }) | null>(null)

  function fill({ template, events }: Filled): void {
    setValue('template', template, { shouldDirty: true })
    setValue('events', events, { shouldDirty: true })
  }
  function pick(wanted: string): void {
    const one = READY_MADE.find((each) => each.kind === wanted)
    if (!one) return
    const { template, events } = getValues()
    setReplaced(readyMadeOf(template) === null ? { template, events, kind } : null)
    fill({ template: one.template, events: [...one.events] })
    setKind(one.kind)
  }
  return (
    <Box>
      <TextField
        select
        fullWidth
        label={t('notifications.webhooks.receiver.label')}
        value={kind}
        onChange={({ target }) => pick(target.value)}
        helperText={t(`notifications.webhooks.receiverHint.${kind}`)}
        slotProps={{ formHelperText: { sx: { overflowWrap: 'anywhere' } } }}
      >
        {READY_MADE.map((one) => (
          <MenuItem key={one.kind} value={one.kind}>
            {t(`notifications.webhooks.receiver.${one.kind}`)}
          </MenuItem>
        ))}
        {kind === 'own' && <MenuItem value="own">{t('notifications.webhooks.receiver.own')}</MenuItem>}
      </TextField>
      {replaced && (
        <Button
          size="small"
          onClick={() => {
            fill(replaced)
            setKind(replaced.kind)
            setReplaced(null)
          }}
        >
          {t('notifications.webhooks.takeBack')}
        </Button>
      )}
    </Box>
  )
}

/** A preview of a sample alarm, as the server renders it. */
export function TemplatePreview() {
  const { t } = useTranslation()
  const id = useId()
  const { getValues } = useFormContext<{ template: string }>()
  const filling = useMutation({
    mutationFn: (template: string) =>
      call(webhooksApi.preview, { body: { template: template.trim() === '' ? null : template } }),
  })
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <WriteButton
        size="small"
        variant="outlined"
        disabled={filling.isPending}
        onClick={() => filling.mutate(getValues('template'))}
      >
        {t('notifications.webhooks.preview')}
      </WriteButton>
      {filling.error && <ErrorAlert title={t('notifications.webhooks.previewFailed')} error={filling.error} />}
      <Box role="status" sx={{ width: '100%' }}>
        {filling.data && (
          <>
            <Typography id={id} variant="body2" sx={{ color: 'text.secondary' }}>
              {t('notifications.webhooks.previewOf', { type: filling.data.type })}
            </Typography>
            <Box
              component="pre"
              role="group"
              aria-labelledby={id}
              tabIndex={0}
              lang="en"
              sx={({ tokens: { palette } }) => ({
                m: 0,
                p: 1.5,
                maxHeight: 240,
                overflow: 'auto',
                borderRadius: 1,
                bgcolor: palette.surfaceVariant,
                fontSize: '0.8125rem',
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere',
              })}
            >
              {filling.data.body}
            </Box>
          </>
        )}
      </Box>
    </Box>
  )
}

type ReceiverKind = 'whole' | 'sms' | 'siren' | 'slack' | 'teams' | 'telegram'

interface ReadyMade {
  kind: ReceiverKind
  /** Empty: the full event. The user replaces words in capitals. */
  template: string
  events: readonly WebhookEvent[]
}

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** Templates of common receivers. */
const READY_MADE: readonly ReadyMade[] = [
  { kind: 'whole', template: '', events: CALLING_EVENTS },
  {
    kind: 'sms',
    template: json({ to: '+90XXXXXXXXXX', message: '{{text}}', reference: '{{id}}' }),
    events: CALLING_EVENTS,
  },
  {
    kind: 'siren',
    // Not in quotes: the value is a boolean.
    template: json({ id: 'DEVICE_ID', channel: 0, on: '{{unanswered}}' }).replace('"{{unanswered}}"', '{{unanswered}}'),
    events: WEBHOOK_EVENTS,
  },
  { kind: 'slack', template: json({ text: '{{text}}' }), events: WEBHOOK_EVENTS },
  {
    kind: 'teams',
    template: json({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            version: '1.4',
            body: [{ type: 'TextBlock', text: '{{text}}', wrap: true }],
          },
        },
      ],
    }),
    events: WEBHOOK_EVENTS,
  },
  { kind: 'telegram', template: json({ chat_id: 'CHAT_ID', text: '{{text}}' }), events: WEBHOOK_EVENTS },
]

/** The receiver of a ready-made template; null: a custom one. */
function readyMadeOf(template: string): ReceiverKind | null {
  return READY_MADE.find((one) => one.template === template.trim())?.kind ?? null
}

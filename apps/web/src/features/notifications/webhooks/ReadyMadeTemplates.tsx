import type { WebhookEvent } from '@dalyan/contracts/webhooks'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { READY_MADE, type ReceiverKind, readyMadeOf } from './ready-made.ts'

interface Filled {
  template: string
  events: WebhookEvent[]
}

/** Who is at the other end: fills in what usual receivers expect, and can be taken back. */
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

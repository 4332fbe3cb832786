import Button from '@mui/material/Button'
import Box from '@mui/material/Box'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type SubmitEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import validation from '../../locales/tr/validation.json' with { type: 'json' }
import { rangeProblem, readTime, readTyped, type TimeRange } from './time-range.ts'
import { serverNow } from '../clock/server-clock.ts'
import { formatDateTime } from '../format/date-time.ts'
import { addWords } from '../i18n/add-words.ts'

addWords({ validation })

interface CustomRangePopoverProps {
  anchor: HTMLElement | null
  isOpen: boolean
  range: TimeRange
  onClose: () => void
  onApply: (range: TimeRange) => void
}

/** Sets a window by two typed times; it is applied only when both are valid. */
export function CustomRangePopover({ anchor, isOpen, range, onClose, onApply }: CustomRangePopoverProps) {
  const title = useId()
  return (
    <Popover
      open={isOpen}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': title, sx: { p: 2, width: 300, maxWidth: 'calc(100vw - 32px)' } },
      }}
    >
      <RangeForm titleId={title} range={range} onClose={onClose} onApply={onApply} />
    </Popover>
  )
}

type RangeFormProps = Pick<CustomRangePopoverProps, 'range' | 'onClose' | 'onApply'> & { titleId: string }

function RangeForm({ titleId, range, onClose, onApply }: RangeFormProps) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(() => typed(range.from))
  const [to, setTo] = useState(() => typed(range.to))
  const [isTried, setIsTried] = useState(false)
  const local = { from: readTyped(from), to: readTyped(to) }
  const problem =
    isTried && local.from && local.to ? rangeProblem({ from: local.from, to: local.to }, serverNow()) : null
  const toError =
    isTried && !local.to ? t('validation.dateInvalid') : problem === 'order' ? t('validation.dateOrder') : null

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!local.from || !local.to) return
    const next = { from: local.from, to: local.to }
    if (!rangeProblem(next, serverNow())) onApply(next)
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography id={titleId} variant="h3" component="h2" sx={{ fontWeight: 700 }}>
        {t('common.time.custom')}
      </Typography>
      <TextField
        autoFocus
        size="small"
        label={t('common.time.startLabel')}
        value={from}
        onChange={(event) => setFrom(event.target.value)}
        error={isTried && !local.from}
        helperText={isTried && !local.from ? t('validation.dateInvalid') : t('common.time.formatHint')}
      />
      <TextField
        size="small"
        label={t('common.time.endLabel')}
        value={to}
        onChange={(event) => setTo(event.target.value)}
        error={toError !== null}
        helperText={toError ?? t('common.time.tzNote')}
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button onClick={onClose}>{t('common.actions.cancel')}</Button>
        <Button type="submit" variant="contained">
          {t('common.actions.apply')}
        </Button>
      </Box>
    </Box>
  )
}

function typed(end: string): string {
  const now = serverNow()
  return formatDateTime(readTime(end, now) ?? now)
}

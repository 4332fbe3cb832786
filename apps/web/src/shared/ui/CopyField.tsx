import { mdiCheck, mdiContentCopy } from '@mdi/js'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'

interface Props {
  /** What the text is, for screen readers. */
  label: string
  copyLabel: string
  value: string
}

type Outcome = 'copied' | 'failed' | null

/** A text to be taken along: whole in view, marked by one click into it, copied by a button. */
export function CopyField({ label, copyLabel, value }: Props) {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<{ of: string; is: Outcome }>({ of: value, is: null })
  const shown = outcome.of === value ? outcome.is : null

  async function copy() {
    try {
      // Absent where the page came over plain HTTP.
      await navigator.clipboard.writeText(value)
      setOutcome({ of: value, is: 'copied' })
    } catch {
      setOutcome({ of: value, is: 'failed' })
    }
  }
  return (
    <Box>
      <Box
        sx={({ tokens: { palette } }) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          pl: 1.5,
          border: `1px solid ${palette.outline}`,
          borderRadius: 1,
          bgcolor: palette.surfaceVariant,
        })}
      >
        <Box
          component="code"
          aria-label={label}
          role="textbox"
          aria-readonly
          tabIndex={0}
          lang="en"
          sx={{ flex: 1, minWidth: 0, py: 1, overflowWrap: 'anywhere', userSelect: 'all', fontSize: '0.875rem' }}
        >
          {value}
        </Box>
        <IconButton aria-label={copyLabel} title={copyLabel} onClick={() => void copy()}>
          <Icon path={shown === 'copied' ? mdiCheck : mdiContentCopy} />
        </IconButton>
      </Box>
      <Box role="status" sx={{ minHeight: 20, fontSize: '0.8125rem', color: 'text.secondary' }}>
        {shown === 'copied' && t('common.actions.copied')}
        {shown === 'failed' && t('common.states.copyFailed')}
      </Box>
    </Box>
  )
}

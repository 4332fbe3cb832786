import { mdiCheck, mdiContentCopy } from '@mdi/js'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'

interface Props {
  /** Names the text for screen readers. */
  label: string
  copyLabel: string
  value: string
}

/** A text to copy: shown in full, selected by one click, copied by the button. */
export function CopyField({ label, copyLabel, value }: Props) {
  const { t } = useTranslation()
  const { outcome, copy } = useCopy(value)
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
        <IconButton aria-label={copyLabel} title={copyLabel} onClick={copy}>
          <Icon path={outcome === 'copied' ? mdiCheck : mdiContentCopy} />
        </IconButton>
      </Box>
      <Box role="status" sx={{ minHeight: 20, fontSize: '0.8125rem', color: 'text.secondary' }}>
        {outcome === 'copied' && t('common.actions.copied')}
        {outcome === 'failed' && t('common.states.copyFailed')}
      </Box>
    </Box>
  )
}

type CopyOutcome = 'copied' | 'failed'

/** Copies a text. The outcome is null again when the text changes. @param report called after each try */
export function useCopy(value: string, report?: (outcome: CopyOutcome) => void) {
  const [outcome, setOutcome] = useState<{ of: string; is: CopyOutcome }>()

  function end(is: CopyOutcome): void {
    setOutcome({ of: value, is })
    report?.(is)
  }

  async function copy(): Promise<void> {
    try {
      // The clipboard is absent when the page came over plain HTTP.
      await navigator.clipboard.writeText(value)
      end('copied')
    } catch {
      end('failed')
    }
  }
  return { outcome: outcome?.of === value ? outcome.is : null, copy: () => void copy() }
}

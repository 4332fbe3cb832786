import type { Severity } from '@dalyan/contracts/range-templates'
import { mdiArrowDown, mdiArrowUp } from '@mdi/js'
import Box from '@mui/material/Box'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'
import type { ValueState } from '../../../shared/charts/value-state.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { StatusChip } from '../../../shared/ui/StatusChip.tsx'
import { tokenIcon } from '../../../shared/ui/token-icons.ts'

interface ValueStateChipProps {
  state: ValueState
  /** Of a value that is out of range. */
  severity: Severity | null
  hasValue: boolean
}

/** Where a value stands, in a word; a normal one says so only to those who cannot see that nothing is marked. */
export function ValueStateChip({ state, severity, hasValue }: ValueStateChipProps) {
  const { t } = useTranslation()
  if (state === 'stale') return <StatusChip look="stale" label={t('common.live.stale')} />
  if (state === 'none') {
    if (hasValue) return null
    return (
      <Box component="span" aria-hidden sx={{ fontSize: '0.8125rem', color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {t('common.live.noData')}
      </Box>
    )
  }
  if (state === 'in' || severity === null) {
    return (
      <Box component="span" sx={visuallyHidden}>
        {t('tanks.detail.inRange')}
      </Box>
    )
  }
  return (
    <Box
      component="span"
      sx={({ tokens }) => {
        const look = tokens.alarm[`${severity}_unack`]
        return {
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.5,
          px: 0.75,
          minHeight: 24,
          borderRadius: 1,
          border: `1px solid ${look.border}`,
          bgcolor: look.fill,
          color: look.text,
          fontSize: '0.8125rem',
          fontWeight: 700,
          whiteSpace: 'nowrap',
        }
      }}
    >
      <Icon path={SEVERITY_ICON[severity]} sx={{ fontSize: 16 }} />
      {t(`tanks.detail.${state}`)}
      <Icon path={state === 'high' ? mdiArrowUp : mdiArrowDown} sx={{ fontSize: 16 }} />
    </Box>
  )
}

export const SEVERITY_ICON: Record<Severity, string> = {
  critical: tokenIcon('Report'),
  warning: tokenIcon('Warning'),
  info: tokenIcon('Info'),
}

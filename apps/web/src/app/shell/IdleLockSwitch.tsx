import Box from '@mui/material/Box'
import Switch from '@mui/material/Switch'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { setIdleLock, useIdleLock } from '../../features/auth/idle/idle-lock.ts'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'

/** Keeps this browser signed in, for a screen on the wall; labels and confirmations as specified. */
export function IdleLockSwitch() {
  const { t } = useTranslation()
  const show = useSnackbar()
  const locked = useIdleLock()
  const hintId = useId()

  function turn(on: boolean) {
    setIdleLock(on)
    show(on ? t('nav.idleDisabled') : t('nav.idleEnabled'))
  }
  return (
    <Box
      component="label"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, minHeight: 56, cursor: 'pointer' }}
    >
      <Box component="span" sx={{ flex: 1 }}>
        {locked ? t('nav.idleUnlock') : t('nav.idleLock')}
        <Box component="span" id={hintId} sx={{ display: 'block', fontSize: '0.8125rem', color: 'text.secondary' }}>
          {locked ? t('nav.idleLockHintOff') : t('nav.idleLockHintOn')}
        </Box>
      </Box>
      <Switch
        checked={locked}
        onChange={(_, on) => turn(on)}
        slotProps={{
          input: { 'aria-label': locked ? t('nav.idleUnlock') : t('nav.idleLock'), 'aria-describedby': hintId },
        }}
      />
    </Box>
  )
}

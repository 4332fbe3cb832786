import type { Alarm } from '@dalyan/contracts/alarms'
import { mdiBullhorn, mdiVolumeOff } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../../shared/format/date-time.ts'
import { Icon } from '../../../../shared/ui/Icon.tsx'
import { hornSound } from './horn-sound.ts'
import { useHorn } from './use-horn.ts'

/** The switch of the horn, what it does now in words, and its silence. */
export function HornControl({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation()
  const { isOn, isArmed, isSounding, silentUntil, turn, silence } = useHorn(alarms)
  if (!hornSound.isPossible()) return null
  const state = !isOn
    ? t('tanks.side.hornHint')
    : !isArmed
      ? t('tanks.side.hornUnarmed')
      : isSounding
        ? t('tanks.side.hornSounding')
        : silentUntil !== null
          ? t('tanks.side.hornSilent', { time: formatTime(silentUntil) })
          : t('tanks.side.hornReady')
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 12px' }}>
      <FormControlLabel
        control={<Switch checked={isOn} onChange={(_, next) => turn(next)} />}
        label={t('tanks.side.hornOn')}
        sx={{ minHeight: 56, mx: 0 }}
      />
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'text.secondary' }}>
        {isSounding && <Icon path={mdiBullhorn} sx={{ color: ({ tokens }) => tokens.palette.error.text }} />}
        {state}
      </Box>
      {isSounding && (
        <Button
          variant="contained"
          startIcon={<Icon path={mdiVolumeOff} />}
          onClick={silence}
          sx={{ minHeight: 56, px: 2.5 }}
        >
          {t('tanks.side.silence')}
        </Button>
      )}
    </Box>
  )
}

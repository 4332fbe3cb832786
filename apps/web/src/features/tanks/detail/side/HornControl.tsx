import type { Alarm } from '@dalyan/contracts/alarms'
import { mdiBullhorn, mdiVolumeOff } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { readStored, writeStored } from '../../../../shared/browser/storage.ts'
import { useNow } from '../../../../shared/clock/use-now.ts'
import { formatTime } from '../../../../shared/format/date-time.ts'
import { Icon } from '../../../../shared/ui/Icon.tsx'
import { isWaiting } from '../../../alarms/public/alarm-look.ts'
import { hornSound } from './horn-sound.ts'

/** Turns the horn on, says what it does, and silences it. */
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

const KEY = 'side-horn'

/** The horn of this device: off until the user turns it on, and without sound until a user gesture. */
function useHorn(alarms: readonly Alarm[]) {
  const now = useNow()
  const [isOn, setIsOn] = useState(() => readStored(KEY) === '1')
  const [silence, setSilence] = useState<SilencedHorn | null>(null)
  const isArmed = useSyncExternalStore(hornSound.subscribe, hornSound.isArmed)
  const isSounding = isOn && isArmed && isHornCalled(alarms, silence, now)
  const isSilenced = isOn && silence !== null && now < silence.until && callingAlarms(alarms).length > 0 && !isSounding

  useEffect(() => (isSounding ? hornSound.start() : undefined), [isSounding])
  // After a reload the switch is on but the browser blocks sound until the first user gesture.
  useEffect(() => {
    if (!isOn || isArmed || !hornSound.isPossible()) return
    const arm = () => void hornSound.arm()
    document.addEventListener('pointerdown', arm)
    document.addEventListener('keydown', arm)
    return () => {
      document.removeEventListener('pointerdown', arm)
      document.removeEventListener('keydown', arm)
    }
  }, [isOn, isArmed])

  return {
    isOn,
    isArmed,
    isSounding,
    /** Until when the horn is silenced, epoch milliseconds; null: it is not. */
    silentUntil: isSilenced ? silence.until : null,
    turn(next: boolean) {
      setIsOn(next)
      setSilence(null)
      writeStored(KEY, next ? '1' : '0')
      if (next) void hornSound.arm().then(hornSound.sound)
    },
    silence: () => setSilence(silenceFor(alarms, now)),
  }
}

/** How long a silenced horn stays silent. */
export const SILENCE_MS = 10 * 60_000

/** The user silenced these alarms; until then (epoch milliseconds) only others sound the horn. */
interface SilencedHorn {
  until: number
  alarms: readonly number[]
}

/** The alarms that sound the horn: critical and unacknowledged, active or returned. */
export function callingAlarms(alarms: readonly Alarm[]): Alarm[] {
  return alarms.filter((alarm) => alarm.severity === 'critical' && isWaiting(alarm))
}

/** Whether the horn sounds: for an alarm that is not silenced. */
export function isHornCalled(alarms: readonly Alarm[], silence: SilencedHorn | null, now: number): boolean {
  const isSilent = (id: number) => silence !== null && now < silence.until && silence.alarms.includes(id)
  return callingAlarms(alarms).some(({ id }) => !isSilent(id))
}

/** Silences the alarms that sound the horn now. */
export function silenceFor(alarms: readonly Alarm[], now: number): SilencedHorn {
  return { until: now + SILENCE_MS, alarms: callingAlarms(alarms).map(({ id }) => id) }
}

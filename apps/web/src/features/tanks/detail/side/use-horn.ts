import type { Alarm } from '@dalyan/contracts/alarms'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNow } from '../../../../shared/clock/use-now.ts'
import { callingAlarms, isHornCalled, type Silence, silenceFor } from './horn-calls.ts'
import { hornSound } from './horn-sound.ts'

const KEY = 'side-horn'

function wasTurnedOn(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

function keepTurned(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? '1' : '0')
  } catch {
    // Storage forbidden: it is turned on anew after a reload.
  }
}

/** The horn of this device: off until somebody turns it on, without sound until somebody presses anything. */
export function useHorn(alarms: readonly Alarm[]) {
  const now = useNow()
  const [isOn, setIsOn] = useState(wasTurnedOn)
  const [silence, setSilence] = useState<Silence | null>(null)
  const isArmed = useSyncExternalStore(hornSound.subscribe, hornSound.isArmed)
  const isSounding = isOn && isArmed && isHornCalled(alarms, silence, now)
  const isSilenced = isOn && silence !== null && now < silence.until && callingAlarms(alarms).length > 0 && !isSounding

  useEffect(() => (isSounding ? hornSound.start() : undefined), [isSounding])
  // After a reload the switch is on but the browser is mute: the first press anywhere gives it its voice again.
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
    /** Until when it was silenced, epoch milliseconds; null: it was not. */
    silentUntil: isSilenced ? silence.until : null,
    turn(next: boolean) {
      setIsOn(next)
      setSilence(null)
      keepTurned(next)
      if (next) void hornSound.arm().then(hornSound.sound)
    },
    silence: () => setSilence(silenceFor(alarms, now)),
  }
}

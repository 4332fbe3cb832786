import type { MetricKey } from '@dalyan/contracts/metrics'
import type { TankMode, TankModeInput, TankModeName } from '@dalyan/contracts/tank-modes'
import { mdiBowlMixOutline, mdiBroom, mdiCrosshairsGps, mdiMedicalBag, mdiTrayRemove, mdiWaterSync } from '@mdi/js'
import { formatDuration, formatLength } from '../../../shared/format/age.ts'

/** What a sonde out of the water or in a buffer measures wrongly. Temperature is never held unless a user chooses it. */
const OF_THE_WATER: MetricKey[] = ['ph', 'salinity', 'orp', 'conductivity', 'dissolved_oxygen', 'oxygen_saturation']

/** The length and the held metrics of each mode unless the user chooses others. */
export const MODE_PRESETS: Readonly<Record<TankModeName, Omit<TankModeInput, 'name'>>> = {
  cleaning: { minutes: 30, metrics: OF_THE_WATER },
  water_change: { minutes: 45, metrics: OF_THE_WATER },
  treatment: { minutes: 120, metrics: OF_THE_WATER },
  calibration: { minutes: 15, metrics: OF_THE_WATER },
  feeding: { minutes: 20, metrics: ['ph', 'orp'] },
  empty: { minutes: 480, metrics: OF_THE_WATER },
}

export const MODE_ICONS: Readonly<Record<TankModeName, string>> = {
  cleaning: mdiBroom,
  calibration: mdiCrosshairsGps,
  feeding: mdiBowlMixOutline,
  water_change: mdiWaterSync,
  treatment: mdiMedicalBag,
  empty: mdiTrayRemove,
}

/** The mode that the tank is in. @param now the server's time, epoch milliseconds */
export function runningMode<M extends Pick<TankMode, 'until'>>({ mode }: { mode: M | null }, now: number): M | null {
  return mode && Date.parse(mode.until) > now ? mode : null
}

/** How long a mode still lasts: `22 dk`, `1 sa 5 dk`; in its last minute the seconds. */
export function modeLeft({ until }: TankMode, now: number): string {
  const ms = Date.parse(until) - now
  return ms < 60_000 ? formatDuration(ms) : formatLength(Math.ceil(ms / 60_000) * 60_000)
}

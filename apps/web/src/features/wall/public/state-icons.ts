import type { WallState } from '@dalyan/contracts/wall-states'
import {
  mdiAlert,
  mdiAlertOctagon,
  mdiBroom,
  mdiCloudOffOutline,
  mdiHelpRhombusOutline,
  mdiTimerSand,
  mdiTrendingUp,
  mdiWrench,
} from '@mdi/js'

/** The sign of each state; a normal tank has none. */
export const STATE_ICON: Partial<Record<WallState, string>> = {
  crit: mdiAlertOctagon,
  silent: mdiCloudOffOutline,
  warn: mdiAlert,
  fore: mdiTrendingUp,
  suspect: mdiHelpRhombusOutline,
  stale: mdiTimerSand,
  mode: mdiBroom,
  suspended: mdiWrench,
}

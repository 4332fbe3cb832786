import type { Diagnosis, Verdict } from '@dalyan/contracts/diagnosis'
import type { Terminal } from '@dalyan/contracts/terminals'

/** The stations of a reading on its path from the device to the tank. */
export const PATH_STEPS = ['device', 'network', 'key', 'message', 'reading', 'tank'] as const
export type PathStep = (typeof PATH_STEPS)[number]
/** `open`: nothing is known about it, because an earlier one is broken, or because the connection is unknown. */
export type StepState = 'done' | 'broken' | 'open'

/** The step at which each verdict breaks the path; null: nowhere known. */
const BROKEN_AT: Record<Verdict, PathStep | null> = {
  ok: null,
  never_connected: 'network',
  disconnected: 'network',
  place_silent: 'network',
  wrong_key: 'key',
  old_key: 'key',
  revoked_key: 'key',
  banned: 'key',
  inactive: 'key',
  wrong_topic: 'message',
  unreadable: 'message',
  unknown: 'message',
  unknown_names: 'reading',
  text_values: 'reading',
  out_of_bounds: 'reading',
  wrong_clock: 'reading',
  metrics_missing: 'reading',
  too_seldom: 'reading',
}

/** The state of each step. A device that does not reach the network may be switched off, so it is open as well. */
export function pathOf(
  { verdict, is_connected }: Pick<Diagnosis, 'verdict' | 'is_connected'>,
  hasTank: boolean,
): { step: PathStep; state: StepState }[] {
  if (verdict === 'unknown' && is_connected === null) return PATH_STEPS.map((step) => ({ step, state: 'open' }))
  const broken = BROKEN_AT[verdict]
  const at = broken ? PATH_STEPS.indexOf(broken) : PATH_STEPS.length
  return PATH_STEPS.map((step, index) => {
    if (step === broken) return { step, state: verdict === 'unknown' ? 'open' : 'broken' }
    if (index > at || (step === 'device' && broken === 'network')) return { step, state: 'open' }
    return { step, state: step === 'tank' && !hasTank ? 'open' : 'done' }
  })
}

type Remedy = 'unban' | 'key' | 'edit' | 'authorize' | 'restore'

/** The dialog of the page that helps most; null: the fault is at the device. */
export function remedyOf(verdict: Verdict, { status }: Pick<Terminal, 'status'>): Remedy | null {
  if (verdict === 'banned') return 'unban'
  if (verdict === 'wrong_key' || verdict === 'old_key' || verdict === 'revoked_key') return 'key'
  if (verdict === 'too_seldom') return 'edit'
  if (verdict !== 'inactive') return null
  return status === 'unauthorized' ? 'authorize' : status === 'deleted' ? 'restore' : 'edit'
}

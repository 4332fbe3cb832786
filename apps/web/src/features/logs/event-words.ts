import { AUDIT_EVENTS } from '@dalyan/contracts/logs'
import type { TFunction } from 'i18next'

/** The events of terminals, tanks and the audit log, each explained in `logs.events`. */
const KNOWN_EVENTS = [
  'created',
  'updated',
  'deleted',
  'restored',
  'status_changed',
  'tank_assigned',
  'terminal_assigned',
  'terminal_removed',
  'connected',
  'disconnected',
  'connection_refused',
  'key_rotated',
  'message',
  'measurement_entered',
  'measurement_rejected',
  'measurement_implausible',
  'measurement_conflict',
  'clock_skew',
  'alarm_acknowledged',
  'alarm_shelved',
  'alarm_unshelved',
  ...AUDIT_EVENTS,
] as const

/** What an event means, in words; null for one that is not known here. */
export function eventWords(t: TFunction, event: string): string | null {
  const known = KNOWN_EVENTS.find((each) => each === event)
  return known ? t(`logs.events.${known}`) : null
}

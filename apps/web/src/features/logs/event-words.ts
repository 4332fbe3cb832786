import { AUDIT_EVENTS, TANK_LOG_EVENTS, TERMINAL_LOG_EVENTS } from '@dalyan/contracts/logs'
import type { TFunction } from 'i18next'

const KNOWN_EVENTS = [...new Set([...TERMINAL_LOG_EVENTS, ...TANK_LOG_EVENTS, ...AUDIT_EVENTS])]

/** The name of an event; null for unknown events, such as those of another version. */
export function eventWords(t: TFunction, event: string): string | null {
  const known = KNOWN_EVENTS.find((each) => each === event)
  return known ? t(`logs.events.${known}`) : null
}

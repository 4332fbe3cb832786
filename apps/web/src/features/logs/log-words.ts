import { LOG_STATUSES, SERVER_LOG_LEVELS } from '@dalyan/contracts/log-words'
import { AUDIT_EVENTS, TANK_LOG_EVENTS, TERMINAL_LOG_EVENTS } from '@dalyan/contracts/logs'
import {
  mdiAlert,
  mdiAlertOctagon,
  mdiCheckCircle,
  mdiDotsHorizontalCircleOutline,
  mdiInformation,
  mdiSkull,
} from '@mdi/js'
import type { TFunction } from 'i18next'
import type { LogKind, LogLine } from './logs.queries.ts'

const KNOWN_EVENTS = [...new Set([...TERMINAL_LOG_EVENTS, ...TANK_LOG_EVENTS, ...AUDIT_EVENTS])]

/** The name of an event; null for unknown events, such as those of another version. */
export function eventWords(t: TFunction, event: string): string | null {
  const known = KNOWN_EVENTS.find((each) => each === event)
  return known ? t(`logs.events.${known}`) : null
}

/** By status and level; the word is shown beside it. */
type Tone = 'success' | 'warning' | 'error' | 'info' | 'quiet'

export const OUTCOME_LOOK: Record<LogLine['outcome'], { icon: string; tone: Tone }> = {
  success: { icon: mdiCheckCircle, tone: 'success' },
  warning: { icon: mdiAlert, tone: 'warning' },
  error: { icon: mdiAlertOctagon, tone: 'error' },
  trace: { icon: mdiDotsHorizontalCircleOutline, tone: 'quiet' },
  debug: { icon: mdiDotsHorizontalCircleOutline, tone: 'quiet' },
  info: { icon: mdiInformation, tone: 'info' },
  warn: { icon: mdiAlert, tone: 'warning' },
  fatal: { icon: mdiSkull, tone: 'error' },
}

export function outcomeWord(t: TFunction, kind: LogKind, outcome: LogLine['outcome']): string {
  if (kind === 'server') {
    const level = SERVER_LOG_LEVELS.find((each) => each === outcome)
    return level ? t(`logs.level.${level}`) : outcome
  }
  const status = LOG_STATUSES.find((each) => each === outcome)
  return status ? t(`logs.result.${status}`) : outcome
}

import { LOG_STATUSES, SERVER_LOG_LEVELS } from '@dalyan/contracts/logs'
import {
  mdiAlert,
  mdiAlertOctagon,
  mdiCheckCircle,
  mdiDotsHorizontalCircleOutline,
  mdiInformation,
  mdiSkull,
} from '@mdi/js'
import type { TFunction } from 'i18next'
import type { LogLine } from './log-line.ts'
import type { LogKind } from './log-source.ts'

type Outcome = LogLine['outcome']
/** By a log's status and level; the word is shown beside it. */
type Tone = 'success' | 'warning' | 'error' | 'info' | 'quiet'

const LOOKS: Record<Outcome, { icon: string; tone: Tone }> = {
  success: { icon: mdiCheckCircle, tone: 'success' },
  warning: { icon: mdiAlert, tone: 'warning' },
  error: { icon: mdiAlertOctagon, tone: 'error' },
  trace: { icon: mdiDotsHorizontalCircleOutline, tone: 'quiet' },
  debug: { icon: mdiDotsHorizontalCircleOutline, tone: 'quiet' },
  info: { icon: mdiInformation, tone: 'info' },
  warn: { icon: mdiAlert, tone: 'warning' },
  fatal: { icon: mdiSkull, tone: 'error' },
}

export function outcomeLook(outcome: Outcome): { icon: string; tone: Tone } {
  return LOOKS[outcome]
}

export function outcomeWord(t: TFunction, kind: LogKind, outcome: LogLine['outcome']): string {
  if (kind === 'server') {
    const level = SERVER_LOG_LEVELS.find((each) => each === outcome)
    return level ? t(`logs.level.${level}`) : outcome
  }
  const status = LOG_STATUSES.find((each) => each === outcome)
  return status ? t(`logs.result.${status}`) : outcome
}

import { LOG_STATUSES, SERVER_LOG_LEVELS } from '@dalyan/contracts/logs'
import type { TFunction } from 'i18next'
import type { LogLine } from './log-line.ts'
import type { LogKind } from './log-source.ts'

export function outcomeWord(t: TFunction, kind: LogKind, outcome: LogLine['outcome']): string {
  if (kind === 'server') {
    const level = SERVER_LOG_LEVELS.find((each) => each === outcome)
    return level ? t(`logs.level.${level}`) : outcome
  }
  const status = LOG_STATUSES.find((each) => each === outcome)
  return status ? t(`logs.result.${status}`) : outcome
}

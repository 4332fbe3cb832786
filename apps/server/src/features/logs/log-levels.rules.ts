import { SERVER_LOG_LEVELS, type ServerLogLevel } from '@dalyan/contracts/logs'

/** The number by which a level is stored and compared: trace 10 … fatal 60, as the logger numbers them. */
export function levelNumber(level: ServerLogLevel): number {
  return (SERVER_LOG_LEVELS.indexOf(level) + 1) * 10
}

/** The level of a number; between two levels, the lower one. */
export function levelOf(number: number): ServerLogLevel {
  const index = Math.min(Math.max(Math.floor(number / 10), 1), SERVER_LOG_LEVELS.length) - 1
  return SERVER_LOG_LEVELS[index] ?? 'info'
}

import { pino, type Logger, type DestinationStream } from 'pino'

export type { Logger }

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const SECRETS = ['authorization', 'x-auth-token', 'x-access-token', 'cookie', 'x-xsrf-token'].map(
  (name) => `req.headers["${name}"]`,
)

/** One line of JSON per entry; secrets are cut out before anything is written. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: [
        ...SECRETS,
        'password',
        'password_confirmation',
        'current_password',
        'token',
        'key',
        '*.password',
        '*.token',
        '*.key',
      ],
      censor: '[gizli]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** The console, and one more hearer of each line. */
export function consoleAnd(hear: (line: string) => void): DestinationStream {
  const level = 'trace'
  return pino.multistream([
    { level, stream: pino.destination(1) },
    { level, stream: { write: hear } },
  ])
}

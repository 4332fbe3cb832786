import { DISPLAY_HEADER } from '@dalyan/contracts/display-header'
import { pino, type Logger, type LoggerOptions, type DestinationStream } from 'pino'

export type { Logger }

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const SECRETS = [DISPLAY_HEADER, 'authorization', 'x-auth-token', 'x-access-token', 'cookie', 'x-xsrf-token'].map(
  (name) => `req.headers["${name}"]`,
)

const LONGEST_ERROR = 2_000
const LONGEST_STACK = 6_000

/** Logs only type, message, code and stack of an error, because libraries attach full requests, answers and rows, and so data from outside. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code: unknown = 'code' in error ? error.code : undefined
  return {
    type: error.name,
    message: error.message.slice(0, LONGEST_ERROR),
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code).slice(0, 100) } : {}),
    stack: String(error.stack).slice(0, LONGEST_STACK),
  }
}

const WARN = 40
const ERROR = 50
const MOST_A_MINUTE = 10
const MINUTE_MS = 60_000

/**
 * Writes ten warnings or errors of the same text in a minute, and then how many more there were: a fault of the database or of a terminal produces
 * thousands, which hide what else happened and fill the disk.
 */
function limitRepeats(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  const counts = new Map<string, number>()
  return function limited(args, write, level) {
    const text: unknown = typeof args[0] === 'string' ? args[0] : args[1]
    if (typeof text !== 'string' || (level !== WARN && level !== ERROR)) return write.apply(this, args)
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    if (count <= MOST_A_MINUTE) write.apply(this, args)
    if (count > 1) return
    setTimeout(() => {
      const more = (counts.get(text) ?? 0) - MOST_A_MINUTE
      counts.delete(text)
      if (more > 0) write.apply(this, [{ count: more }, `more of the same: ${text}`])
    }, MINUTE_MS).unref()
  }
}

/** One line of JSON per entry; secrets are removed before it is written. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    hooks: { logMethod: limitRepeats() },
    serializers: { err: errorFields },
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

/** The console, and a second receiver of each line. */
export function consoleAnd(receive: (line: string) => void): DestinationStream {
  const level = 'trace'
  return pino.multistream([
    { level, stream: pino.destination(1) },
    { level, stream: { write: receive } },
  ])
}

/** Also passes all that this process writes to stderr to `receive`. */
export function captureStderr(receive: (text: string) => void): void {
  process.stderr.write = new Proxy(process.stderr.write, {
    apply(write, self, args: Parameters<typeof process.stderr.write>) {
      receive(typeof args[0] === 'string' ? args[0] : Buffer.from(args[0]).toString())
      return Reflect.apply(write, self, args)
    },
  })
}

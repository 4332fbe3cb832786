import { SERVER_LOG_LEVELS, type ServerLogLevel } from '@dalyan/contracts/log-words'
import { boundedMeta, plain } from './log-meta.rules.ts'

/** One row before it has a number. */
export interface ServerLogEntry {
  level: ServerLogLevel
  message: string
  /** JSON. */
  context: string | null
  orphan: boolean
  /** An instant in wire format. */
  created_at: string
}

const LONGEST_MESSAGE = 4_000
const LONGEST_SECRET = 256
const CENSORED = '[gizli]'
const SECRET_NAME = /passw|secret|token|authorization|cookie|^key$|api.?key|xsrf/i
/**
 * Secrets within text: in addresses (`postgres://user:word@`), headers, query strings and assignments. Each pattern
 * starts at a boundary and has bounded repetitions, so that no text causes backtracking over the same characters.
 */
const SECRET_TEXTS: [RegExp, string][] = [
  [/(\b\w{1,32}:\/\/[^\s:/@]{0,256}):[^\s@/]{1,1024}@/g, `$1:${CENSORED}@`],
  [/\b(bearer|basic)\s{1,8}[\w.~+/:|=-]{12,}/gi, `$1 ${CENSORED}`],
  [
    /\b(\w{0,64}(?:password|token|secret|api_?key)["']?\s{0,8}[:=]\s{0,8})(?:"[^"]*"?|'[^']*'?|[^\s"',;&}]+)/gi,
    `$1${CENSORED}`,
  ],
]

/** The number by which a level is stored and compared: trace 10 … fatal 60, as the logger numbers them. */
export function levelNumber(level: ServerLogLevel): number {
  return (SERVER_LOG_LEVELS.indexOf(level) + 1) * 10
}

/** The level of a number; between two levels, the lower one. */
export function levelOf(number: number): ServerLogLevel {
  const index = Math.min(Math.max(Math.floor(number / 10), 1), SERVER_LOG_LEVELS.length) - 1
  return SERVER_LOG_LEVELS[index] ?? 'info'
}

/** Reads one line of the logger: JSON with `level`, `time` and `msg`; its other fields are the context. An unreadable line is an orphan. */
export function entryOfLine(line: string, now: number): ServerLogEntry {
  const fields = readObject(line)
  if (!fields) return orphanOf(line, 'error', now)
  const { level, time, msg, ...context } = fields
  const message = typeof msg === 'string' ? msg : messageOfError(context['err'])
  return {
    level: levelOf(typeof level === 'number' ? level : 30),
    message: bounded(message),
    context: Object.keys(context).length > 0 ? boundedMeta(masked(context) as Record<string, unknown>) : null,
    orphan: false,
    created_at: new Date(typeof time === 'number' ? time : now).toISOString(),
  }
}

/** One or more related lines that the logger did not write. */
export function orphanOf(text: string, level: ServerLogLevel, now: number): ServerLogEntry {
  return { level, message: bounded(text.trim()), context: null, orphan: true, created_at: new Date(now).toISOString() }
}

function readObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function messageOfError(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
}

function bounded(text: string): string {
  return plain(maskedText(text)).slice(0, LONGEST_MESSAGE)
}

function maskedText(text: string): string {
  return SECRET_TEXTS.reduce((masked, [secret, instead]) => masked.replaceAll(secret, instead), shortened(text))
}

/**
 * Cuts the text before it is searched, since it may be of any length. The word at the cut is dropped too, since half a
 * secret is not recognized.
 */
function shortened(text: string): string {
  if (text.length <= LONGEST_MESSAGE) return text
  let end = LONGEST_MESSAGE
  while (end > LONGEST_MESSAGE - LONGEST_SECRET && /\S/.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** The value is parsed JSON: it has no cycles, and the logger limits its depth. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(masked)
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, SECRET_NAME.test(name) ? CENSORED : masked(item)]),
  )
}

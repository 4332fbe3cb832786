import type { ServerLogLevel } from '@dalyan/contracts/logs'
import { levelOf } from './log-levels.rules.ts'
import { boundedMeta, plain } from './log-meta.rules.ts'

/** One row, before it has a number. */
export interface ServerLogEntry {
  level: ServerLogLevel
  message: string
  /** JSON. */
  context: string | null
  orphan: boolean
  /** An instant in its wire form. */
  created_at: string
}

const LONGEST_MESSAGE = 4_000
const CENSORED = '[gizli]'
const SECRET_NAME = /passw|secret|token|authorization|cookie|^key$|api.?key|xsrf/i
/** Secrets within text: of addresses (`postgres://user:word@`), headers, query strings and assignments. */
const SECRET_TEXTS: [RegExp, string][] = [
  [/(\w+:\/\/[^\s:/@]*):[^\s@/]+@/g, `$1:${CENSORED}@`],
  [/\b(bearer|basic)\s+[\w.~+/:|=-]{12,}/gi, `$1 ${CENSORED}`],
  [
    /\b((?:\w*password|\w*token|\w*secret|\w*api_?key)["']?\s*[:=]\s*)(?:"[^"]*"?|'[^']*'?|[^\s"',;&}]+)/gi,
    `$1${CENSORED}`,
  ],
]

/** One line of the logger: JSON with `level`, `time` and `msg`; the rest of it is the context. What cannot be read is an orphan. */
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

/** A line, or several that belong together, that no logger wrote. */
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
  return plain(maskedText(text.slice(0, LONGEST_MESSAGE)))
}

function maskedText(text: string): string {
  return SECRET_TEXTS.reduce((masked, [secret, instead]) => masked.replaceAll(secret, instead), text)
}

/** JSON comes in, so it neither turns in a circle nor is deeper than the logger lets it be. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(masked)
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, SECRET_NAME.test(name) ? CENSORED : masked(item)]),
  )
}

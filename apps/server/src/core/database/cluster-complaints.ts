import { copyFile, open, readFile, truncate, writeFile } from 'node:fs/promises'
import { every } from '../every.ts'
import type { Logger } from '../log.ts'

const LOOK_EVERY_MS = 10_000
/** A longer log is copied to `….log.1` and emptied. */
const ROTATE_AT_BYTES = 8 * 1024 * 1024
const MOST_AT_ONCE = 256 * 1024
const BAD = /\b(?:FATAL|PANIC):|terminated by signal/
/** Lines that PostgreSQL writes at every stop and start. */
const ROUTINE =
  /terminating connection due to administrator command|database system is (?:starting up|shutting down|not yet accepting)/

interface Needs {
  /** PostgreSQL's own log. A file beside it stores how far it was read, so that the next run continues there. */
  logFile: string
  log: Logger
  report: (line: string) => void
}

/** The fatal lines that PostgreSQL wrote into its log behind a position in bytes, and how far it was read. */
export async function findComplaints(logFile: string, from: number): Promise<{ lines: string[]; end: number }> {
  const { text, end } = await readBehind(logFile, from)
  return { lines: text.split('\n').filter((line) => BAD.test(line) && !ROUTINE.test(line)), end }
}

/** Reports each fatal line of PostgreSQL's own log once, including lines of earlier runs. @returns a function that stops it. */
export function watchClusterComplaints({ logFile, log, report }: Needs): { stop(): Promise<void> } {
  const positionFile = `${logFile}.read`

  async function look(): Promise<void> {
    const from = Number(await readFile(positionFile, 'utf8').catch(() => '0')) || 0
    const { lines, end } = await findComplaints(logFile, from)
    lines.forEach(report)
    const next = end < ROTATE_AT_BYTES ? end : await rotate()
    if (next !== from) await writeFile(positionFile, String(next))
  }

  /** Truncates instead of renaming, because PostgreSQL keeps the file open and appends to it. @returns how far the new log was read. */
  async function rotate(): Promise<number> {
    await copyFile(logFile, `${logFile}.1`)
    await truncate(logFile)
    return 0
  }

  const looking = every(LOOK_EVERY_MS, 'reading of PostgreSQL’s log', log, look)
  const first = look().catch((error: unknown) => log.warn({ err: error }, 'PostgreSQL’s log cannot be read'))
  return {
    async stop() {
      await first
      await looking.stop()
    },
  }
}

/** Reads complete lines from a position on, of a long part only the end. A file shorter than the position is a new one. */
async function readBehind(path: string, position: number): Promise<{ text: string; end: number }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const from = Math.max(position > size ? 0 : position, size - MOST_AT_ONCE)
    const buffer = Buffer.alloc(size - from)
    await file.read(buffer, 0, buffer.length, from)
    const whole = buffer.lastIndexOf('\n') + 1
    return { text: buffer.toString('utf8', 0, whole), end: from + whole }
  } finally {
    await file.close()
  }
}

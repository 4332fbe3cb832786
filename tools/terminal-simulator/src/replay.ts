import type { ReadingMessage } from '@dalyan/contracts/device-messages'
import { plausibleHealth, plausibleReading } from './plausible-readings.ts'
import { readTidyCsv } from './tidy-csv.ts'

/** Returns a terminal's next reading with each call; null: there are no more. */
export type ReadingSource = () => Promise<ReadingMessage | null>

/** Generated readings with the current time, without end. */
export function plausibleSource(terminal: number, now: () => number = Date.now): ReadingSource {
  const instant = rising(now)
  return () => {
    const at = instant()
    return Promise.resolve({ ...plausibleReading(terminal, at), ...plausibleHealth(terminal, at) })
  }
}

interface Replay {
  path: string
  /** Only this terminal's rows; null: all. */
  code: string | null
  /** Keeps the recorded times and stops at the end; otherwise each reading has the current time, and the file is repeated. */
  recordedTime: boolean
  now?: () => number
}

/** Recorded readings of a tidy file. */
export function recordedSource({ path, code, recordedTime, now = Date.now }: Replay): ReadingSource {
  const instant = rising(now)
  let rows = readTidyCsv(path)
  let found = false
  return async () => {
    for (;;) {
      const next = await rows.next()
      if (next.done) {
        if (!found || recordedTime) return null
        rows = readTidyCsv(path)
      } else if (code === null || next.value.terminal_code === code) {
        found = true
        return { measured_at: recordedTime ? next.value.measured_at : instant(), ...next.value.values }
      }
    }
  }
}

/** The current time, at least 1 ms after the previous call, because the same instant twice would be a duplicate. */
function rising(now: () => number): () => number {
  let last = 0
  return () => (last = Math.max(now(), last + 1))
}

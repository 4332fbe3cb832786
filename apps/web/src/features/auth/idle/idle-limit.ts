import { readStored, writeStored } from '../../../shared/browser/storage.ts'

/** The session ends after so many minutes without activity. */
export const IDLE_LIMIT_MINUTES = 15
const IDLE_LIMIT_MS = IDLE_LIMIT_MINUTES * 60_000
const KEY = 'last-activity'
/** Otherwise mouse moves would write to the disk hundreds of times a second. */
const WRITE_EVERY_MS = 1_000

let last: number | null = null

function stored(): number | null {
  const text = readStored(KEY)
  return text === null || !Number.isFinite(Number(text)) ? null : Number(text)
}

/** One idle clock for all tabs of this browser, which share the time of the last activity; without storage each tab has its own. */
export const idleClock = {
  /** Records an activity of the user. */
  touch(): void {
    const now = Date.now()
    if (last !== null && now >= last && now - last < WRITE_EVERY_MS) return
    last = now
    writeStored(KEY, String(now))
  },
  /** Milliseconds until the session ends; 0 or less: it must end now. Starts the clock when it never ran. */
  remaining(): number {
    const now = Date.now()
    const newest = Math.max(last ?? 0, stored() ?? 0)
    // Never ran, or the computer's clock was set back.
    if (newest === 0 || newest > now + WRITE_EVERY_MS) {
      last = null
      idleClock.touch()
      return IDLE_LIMIT_MS
    }
    return newest + IDLE_LIMIT_MS - now
  },
}

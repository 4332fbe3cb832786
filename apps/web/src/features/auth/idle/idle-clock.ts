/** How long nobody may do anything before the session ends. */
const IDLE_LIMIT_MS = 15 * 60_000
const KEY = 'last-activity'
/** Moving a mouse would otherwise write to the disk hundreds of times a second. */
const WRITE_EVERY_MS = 1_000

let last: number | null = null

function stored(): number | null {
  try {
    const text = localStorage.getItem(KEY)
    return text === null || !Number.isFinite(Number(text)) ? null : Number(text)
  } catch {
    return null // storage forbidden: each tab has its own clock
  }
}

/** One idle clock for all tabs of this browser: they share the instant of the last activity. */
export const idleClock = {
  /** Somebody did something. */
  touch(): void {
    const now = Date.now()
    if (last !== null && now >= last && now - last < WRITE_EVERY_MS) return
    last = now
    try {
      localStorage.setItem(KEY, String(now))
    } catch {
      // kept in memory
    }
  },
  /** Milliseconds until the session ends; 0 and less: it has to. Starts the clock when it never ran. */
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

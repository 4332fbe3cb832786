import { every } from './every.ts'
import type { Logger } from './log.ts'

/** The source of the server's time; tests pass a clock that stands still. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Milliseconds by which the clock of the machine is behind this one. Absent: this one is not made from that of the machine. */
  behindMs?(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** How fast the time goes on while the machine's clock is behind it, so that the two meet. */
const HELD_SPEED = 0.5
const WATCH_EVERY_MS = 10_000
/** Time services move a clock by less than this all the time. */
const WORTH_A_LINE_MS = 5_000

interface MachineTime {
  /** The clock of the machine, epoch milliseconds. */
  machine?: () => number
  /** Milliseconds that have passed, whatever happens to the clock. */
  passed?: () => number
}

export type ServerClock = ReturnType<typeof createServerClock>

/**
 * The machine's clock, but time never goes back. A clock that is set back, or was lost with the power, would make new readings older than stored
 * ones, which are neither shown as the newest nor raise alarms until the time has been reached again (docs/behaviour/measurements.md).
 */
export function createServerClock({ machine = () => Date.now(), passed = () => performance.now() }: MachineTime = {}) {
  /** The last time that was returned. */
  let last = -Infinity
  /** When it was returned, by `passed`; null while the machine's clock is not behind. */
  let heldAt: number | null = null

  function now(): number {
    const time = machine()
    if (time >= last && heldAt === null) return (last = time)
    const at = passed()
    const held = last + (at - (heldAt ?? at)) * HELD_SPEED
    last = Math.max(time, held)
    heldAt = time < held ? at : null
    return Math.floor(last)
  }

  return {
    now,
    behindMs: () => Math.max(0, now() - machine()),
    /** Goes on from a time that was reached before this process began; nothing changes if the machine's clock is past it. */
    continueFrom(before: number): void {
      last = Math.max(now(), before)
      heldAt = passed()
    },
  }
}

/** Writes into the server's log when the machine's clock falls behind the server's time, and when it has reached it again. */
export function watchClock({ behindMs }: Pick<ServerClock, 'behindMs'>, log: Logger): { stop(): Promise<void> } {
  let wasBehind = false
  const look = async () => {
    const behind = behindMs()
    const isBehind = behind > WORTH_A_LINE_MS
    if (isBehind && !wasBehind)
      log.warn(
        { behind_seconds: Math.round(behind / 1000) },
        'the clock of this machine is behind the time of readings that are stored; until it is set right, time goes on at half speed',
      )
    if (wasBehind && !isBehind) log.warn('the clock of this machine has caught up')
    wasBehind = isBehind
  }
  void look()
  return every(WATCH_EVERY_MS, 'watch over the clock', log, look)
}

/** The wire form of an instant. */
export function instantAt(ms: number): string {
  return new Date(ms).toISOString()
}

/** A user's clock may be so far ahead. */
const CLOCK_AHEAD_MS = 5 * 60_000

/** Whether the time that a user entered lies in the future. `now`: epoch milliseconds. */
export function isInFuture(at: string, now: number): boolean {
  return Date.parse(at) > now + CLOCK_AHEAD_MS
}

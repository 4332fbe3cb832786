import type { LogLine } from './log-line.ts'

/** Lines that stay on screen at most, besides a larger page that was asked for. */
export const MOST_LINES = 500

/** What a live view holds: the lines on screen, and those that wait while it is paused; both newest first. */
export interface Tail {
  shown: readonly LogLine[]
  held: readonly LogLine[]
  /** How many lines came since the page was read. */
  arrived: number
}

export function tailOf(lines: readonly LogLine[]): Tail {
  return { shown: lines, held: [], arrived: 0 }
}

/** Takes in what became visible, each line once, and shows it or lets it wait. */
export function withArrived(tail: Tail, lines: readonly LogLine[], isHeld: boolean): Tail {
  const known = new Set([...tail.shown, ...tail.held].map(({ id }) => id))
  const fresh = lines.filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return tail
  const held = newestFirst([...fresh, ...tail.held])
  const next = { ...tail, held, arrived: tail.arrived + fresh.length }
  return isHeld ? next : released(next)
}

/** Shows what waited. */
export function released(tail: Tail): Tail {
  if (tail.held.length === 0) return tail
  return { ...tail, shown: newestFirst([...tail.held, ...tail.shown]), held: [] }
}

function newestFirst(lines: readonly LogLine[]): readonly LogLine[] {
  return lines.toSorted((a, b) => b.id - a.id).slice(0, MOST_LINES)
}

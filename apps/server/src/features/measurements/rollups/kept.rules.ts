import type { KeptLevel } from '@dalyan/contracts/measurement-retention'
import { endOf, startOf, type Level, type TimeWindow } from './time-spans.rules.ts'

/** Since when each level is complete, in epoch milliseconds: the start of a month, and of a coarser level never later. */
export type CompleteSince = Readonly<Record<KeptLevel, number>>

/** The columns of `rollup_state` that say so. */
export const KEPT_COLUMNS = { raw: 'raw_from', '15m': 'rolled_15m_from', '6h': 'rolled_6h_from' } as const
type KeptColumn = (typeof KEPT_COLUMNS)[KeptLevel]

export function keptOf(state: Readonly<Record<KeptColumn, string>>): CompleteSince {
  return {
    raw: Date.parse(state.raw_from),
    '15m': Date.parse(state.rolled_15m_from),
    '6h': Date.parse(state.rolled_6h_from),
  }
}

/** The finest level that is kept at an instant. */
function finestAt(kept: CompleteSince, ms: number): KeptLevel {
  if (ms >= kept.raw) return 'raw'
  return ms >= kept['15m'] ? '15m' : '6h'
}

const SECONDS = { raw: 0, '15m': 900, '6h': 21_600 } as const

/** The length in seconds of the shortest buckets that are kept from an instant on; 0: every reading. */
export function shortestBucket(kept: CompleteSince, from: number): number {
  return SECONDS[finestAt(kept, from)]
}

/**
 * Widens a window to full buckets of what is kept at its ends, so that the readings are only needed where they are kept, and cuts off what no
 * level holds any more.
 */
export function toKept<T extends TimeWindow>(window: T, kept: CompleteSince): T {
  const from = Math.max(window.from, kept['6h'])
  const to = Math.max(window.to, from)
  return { ...window, from: startOf(finestAt(kept, from), from), to: roundedUp(finestAt(kept, to), to) }
}

function roundedUp(level: Level, ms: number): number {
  const start = startOf(level, ms)
  return start === ms ? ms : endOf(level, start)
}

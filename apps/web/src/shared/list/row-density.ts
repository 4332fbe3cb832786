import { useSyncExternalStore } from 'react'

export const ROW_DENSITIES = ['comfortable', 'compact'] as const
export type RowDensity = (typeof ROW_DENSITIES)[number]

/** Height of a row, px. */
export const ROW_PX = { comfortable: 44, compact: 36 } as const satisfies Record<RowDensity, number>

const STORAGE_KEY = 'row-density'
const subscribers = new Set<() => void>()
/** Used when the browser's settings forbid storage. */
let here: RowDensity | null = null

function current(): RowDensity {
  try {
    const kept = localStorage.getItem(STORAGE_KEY)
    return ROW_DENSITIES.find((each) => each === kept) ?? 'comfortable'
  } catch {
    return here ?? 'comfortable'
  }
}

/** Saves the row height on this device for all lists. */
export function chooseRowDensity(density: RowDensity): void {
  try {
    localStorage.setItem(STORAGE_KEY, density)
  } catch {
    here = density
  }
  for (const notify of subscribers) notify()
}

function subscribe(notify: () => void): () => void {
  subscribers.add(notify)
  // Follows a choice in another tab.
  addEventListener('storage', notify)
  return () => {
    subscribers.delete(notify)
    removeEventListener('storage', notify)
  }
}

export function useRowDensity(): RowDensity {
  return useSyncExternalStore(subscribe, current)
}
